// Dialogs that no first picture needs, in one file. It is loaded right after that: a page may need them when the server can't be reached.

export { OutboxDialog } from '../outbox/outbox-dialog.tsx'
export { DeleteProject } from './delete-project.tsx'
export { Help } from './help.tsx'
export { SignOut } from './sign-out.tsx'
