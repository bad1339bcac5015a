// Dialogs that are not needed for the first picture, in one file. It is loaded right after that: later the server may be out of reach.

export { OutboxDialog } from '../outbox/outbox-dialog.tsx'
export { DeleteProject } from './delete-project.tsx'
export { Help } from './help.tsx'
export { SignOut } from './sign-out.tsx'
