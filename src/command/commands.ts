import type { Entry } from './command.ts'

/** With cards, on a server that somebody has logged in to. */
export const forPeople: Record<string, Entry> = {
  login: { summary: 'Lets this machine use your account on a server', load: () => import('./login.ts') },
  add: { summary: 'Adds cards to the inbox or to a project', load: () => import('./cards/add.ts') },
  ls: { summary: 'Lists the inbox and your projects, or one project', load: () => import('./cards/ls.ts') },
  find: { summary: 'Finds cards by their words', load: () => import('./cards/find.ts') },
  show: { summary: 'Shows all of a card', load: () => import('./cards/show.ts') },
  done: { summary: 'Completes cards', load: () => import('./cards/done.ts') },
  mv: { summary: 'Moves cards to another column or project', load: () => import('./cards/mv.ts') },
  edit: { summary: 'Opens the text of a card in your editor', load: () => import('./cards/edit.ts') },
  rm: { summary: 'Puts cards into the bin', load: () => import('./cards/rm.ts') },
  undo: { summary: 'Takes back what this command did last', load: () => import('./cards/undo.ts') },
  watch: { summary: 'Shows changes as they happen', load: () => import('./cards/watch.ts') },
  outbox: {
    summary: 'Lists the cards that are still to be sent',
    load: () => import('./cards/outbox.ts'),
  },
  mcp: {
    summary: 'Lets an agent work on your board, over standard input and output',
    load: () => import('./mcp.ts'),
  },
  completion: {
    summary: 'Prints what your shell needs to complete commands and names',
    load: () => import('./completion.ts'),
  },
  logout: { summary: 'Forgets the login', load: () => import('./logout.ts') },
}

/** Beside the database, on the machine of the server. */
export const forTheServer: Record<string, Entry> = {
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

export const commands: Record<string, Entry> = { ...forPeople, ...forTheServer }
