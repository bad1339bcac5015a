import type { Command, Entry } from './command.ts'

/** A command of a module that has several. */
const among = <Module>(
  summary: string,
  load: () => Promise<Module>,
  choose: (module: Module) => Command,
): Entry => ({ summary, load: async () => choose(await load()) })

const login = () => import('./account/login.ts')
const read = () => import('./board/read.ts')
const change = () => import('./board/change.ts')
const users = () => import('./users.ts')

/** Commands for cards, on the server of the login. */
export const forPeople: Record<string, Entry> = {
  login: { summary: 'Logs in to your account on a server', load: login },
  add: { summary: 'Adds cards to the inbox or a project', load: () => import('./board/add.ts') },
  ls: among('Lists the inbox and your projects, or one project', read, (all) => all.ls),
  today: among('Shows what is due, and what is in progress', read, (all) => all.today),
  find: among('Finds cards by words in their text', read, (all) => all.find),
  show: among('Shows a whole card', read, (all) => all.show),
  done: among('Completes cards', change, (all) => all.done),
  mv: among('Moves cards to another column or project', change, (all) => all.mv),
  edit: { summary: 'Opens the text of a card in your editor', load: () => import('./board/edit.ts') },
  rm: among('Moves cards to the bin', change, (all) => all.rm),
  undo: { summary: 'Undoes the last change made from this machine', load: () => import('./board/undo.ts') },
  watch: { summary: 'Shows changes as they happen', load: () => import('./board/watch.ts') },
  outbox: { summary: 'Lists the cards that are waiting to be sent', load: () => import('./outbox.ts') },
  mcp: {
    summary: 'Lets an agent work on your board, over standard input and output',
    load: () => import('./account/mcp.ts'),
  },
  completion: {
    summary: 'Prints the completion script for your shell',
    load: () => import('./completion.ts'),
  },
  logout: among('Removes the login from this machine', login, (all) => all.logout),
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
  copy: { summary: 'Copies everything from one database to another', load: () => import('./server/copy.ts') },
  distribute: {
    summary: 'Distributes the data over the nodes of a Citus cluster',
    load: () => import('./server/distribute.ts'),
  },
  'users list': among('Lists the accounts', users, (all) => all.list),
  'users show': among('Shows an account, its sessions, passkeys and API tokens', users, (all) => all.show),
  'users add': among('Creates an account, even if registration is closed', users, (all) => all.add),
  'users link': among('Prints a sign-in link', users, (all) => all.link),
  'users sign-out': among('Signs an account out everywhere', users, (all) => all.signOut),
  'users disable': among('Disables an account without deleting it', users, (all) => all.disable),
  'users enable': among('Enables a disabled account', users, (all) => all.enable),
  'users delete': among('Deletes an account and everything in it', users, (all) => all.remove),
  export: { summary: 'Exports an account as JSON', load: () => import('./server/export.ts') },
  import: {
    summary: 'Imports an Inboard export or a file from another program',
    load: () => import('./server/import.ts'),
  },
}

export const commands: Record<string, Entry> = { ...forPeople, ...forTheServer }
