import type { Command } from './command.ts'

interface Entry {
  /** What it does, in one line. */
  summary: string
  /** Only what is asked for is loaded, so that each command starts quickly. */
  load(): Promise<Command>
}

export const commands: Record<string, Entry> = {
  serve: { summary: 'Serves the API and the web app', load: () => import('./serve.ts') },
  doctor: {
    summary: 'Says what is wrong with this installation, and what to do',
    load: () => import('./doctor.ts'),
  },
  backup: {
    summary: 'Writes everything into one file, while the server runs',
    load: () => import('./backup.ts'),
  },
  restore: { summary: 'Puts a backup in place of everything', load: () => import('./restore.ts') },
  copy: { summary: 'Carries everything from one database to another', load: () => import('./copy.ts') },
  distribute: {
    summary: 'Spreads what people have over the nodes of a Citus cluster',
    load: () => import('./distribute.ts'),
  },
  stats: { summary: 'Says how much there is', load: () => import('./stats.ts') },
  vacuum: {
    summary: 'Gives the room of what was deleted back to the disk',
    load: () => import('./vacuum.ts'),
  },
  'users list': { summary: 'Lists the accounts', load: () => import('./users/list.ts') },
  'users show': {
    summary: 'Shows one account, and what lets its owner in',
    load: () => import('./users/show.ts'),
  },
  'users add': { summary: 'Makes an account, whoever may join', load: () => import('./users/add.ts') },
  'users link': { summary: 'Prints a link to sign in with', load: () => import('./users/link.ts') },
  'users sign-out': {
    summary: 'Ends every session of an account',
    load: () => import('./users/sign-out.ts'),
  },
  'users disable': {
    summary: 'Lets nobody in to an account, and keeps it',
    load: () => import('./users/disable.ts'),
  },
  'users enable': { summary: 'Takes that back', load: () => import('./users/enable.ts') },
  'users delete': {
    summary: 'Deletes an account and everything in it',
    load: () => import('./users/delete.ts'),
  },
  export: { summary: 'Writes what an account has as JSON', load: () => import('./export.ts') },
  import: {
    summary: 'Takes in an export, or what another program has exported',
    load: () => import('./import.ts'),
  },
}
