import type { Entry } from './command.ts'

/** Commands for cards, on the server of the login. */
export const forPeople: Record<string, Entry> = {
  login: {
    summary: 'Logs in to your account on a server',
    load: () => import('./account/login.ts'),
  },
  add: { summary: 'Adds cards to the inbox or a project', load: () => import('./board/add.ts') },
  ls: {
    summary: 'Lists the inbox and your projects, or one project',
    load: async () => (await import('./board/read.ts')).ls,
  },
  today: {
    summary: 'Shows what is due, and what is in progress',
    load: async () => (await import('./board/read.ts')).today,
  },
  find: {
    summary: 'Finds cards by words in their text',
    load: async () => (await import('./board/read.ts')).find,
  },
  show: { summary: 'Shows a whole card', load: async () => (await import('./board/read.ts')).show },
  done: { summary: 'Completes cards', load: async () => (await import('./board/change.ts')).done },
  mv: {
    summary: 'Moves cards to another column or project',
    load: async () => (await import('./board/change.ts')).mv,
  },
  edit: { summary: 'Opens the text of a card in your editor', load: () => import('./board/edit.ts') },
  rm: { summary: 'Moves cards to the bin', load: async () => (await import('./board/change.ts')).rm },
  undo: { summary: 'Undoes the last change made from this machine', load: () => import('./board/undo.ts') },
  watch: { summary: 'Shows changes as they happen', load: () => import('./board/watch.ts') },
  outbox: {
    summary: 'Lists the cards that are waiting to be sent',
    load: () => import('./outbox.ts'),
  },
  mcp: {
    summary: 'Lets an agent work on your board, over standard input and output',
    load: () => import('./account/mcp.ts'),
  },
  completion: {
    summary: 'Prints the completion script for your shell',
    load: () => import('./completion.ts'),
  },
  logout: {
    summary: 'Removes the login from this machine',
    load: async () => (await import('./account/login.ts')).logout,
  },
}

/** Commands for operators, with direct access to the database. */
export const forTheServer: Record<string, Entry> = {
  serve: { summary: 'Serves the API and the web app', load: () => import('./server/serve.ts') },
  doctor: {
    summary: 'Checks this installation and says what to fix',
    load: () => import('./doctor/doctor.ts'),
  },
  backup: {
    summary: 'Backs up everything to one file while the server runs',
    load: () => import('./server/backup.ts'),
  },
  restore: { summary: 'Replaces everything with a backup', load: () => import('./server/restore.ts') },
  copy: {
    summary: 'Copies everything from one database to another',
    load: () => import('./server/copy.ts'),
  },
  distribute: {
    summary: 'Distributes the data over the nodes of a Citus cluster',
    load: () => import('./server/distribute.ts'),
  },
  'users list': { summary: 'Lists the accounts', load: async () => (await import('./users.ts')).list },
  'users show': {
    summary: 'Shows an account, its sessions, passkeys and API tokens',
    load: async () => (await import('./users.ts')).show,
  },
  'users add': {
    summary: 'Creates an account, even if registration is closed',
    load: async () => (await import('./users.ts')).add,
  },
  'users link': { summary: 'Prints a sign-in link', load: async () => (await import('./users.ts')).link },
  'users sign-out': {
    summary: 'Signs an account out everywhere',
    load: async () => (await import('./users.ts')).signOut,
  },
  'users disable': {
    summary: 'Disables an account without deleting it',
    load: async () => (await import('./users.ts')).disable,
  },
  'users enable': {
    summary: 'Enables a disabled account',
    load: async () => (await import('./users.ts')).enable,
  },
  'users delete': {
    summary: 'Deletes an account and everything in it',
    load: async () => (await import('./users.ts')).remove,
  },
  export: { summary: 'Exports an account as JSON', load: () => import('./server/export.ts') },
  import: {
    summary: 'Imports an Inboard export or a file from another program',
    load: () => import('./server/import.ts'),
  },
}

export const commands: Record<string, Entry> = { ...forPeople, ...forTheServer }
