// Dialogs that the first render does not need, in one chunk. It is loaded right after that, because the server may be
// unreachable later.

export { DeleteForGood } from '../bin/delete-for-good.tsx'
export { Menu } from '../menus/menu.tsx'
export { OutboxDialog } from '../outbox/outbox-dialog.tsx'
export { DeleteProject } from './delete-project.tsx'
export { Help } from './help.tsx'
export { Palette } from './palette.tsx'
export { SignOut } from './sign-out.tsx'
