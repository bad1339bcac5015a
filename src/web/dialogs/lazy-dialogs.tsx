import '../styles/dialogs.css'
import '../styles/print.css'
import type { FunctionComponent } from 'preact'
import { OutboxDialog } from '../outbox/outbox-dialog.tsx'
import { type Dialog, dialog } from '../state/dialogs.ts'
import { CardSheet, ColumnSheet, ProjectSheet } from './action-sheet.tsx'
import { Capture } from './capture.tsx'
import { DatePicker } from './date-picker.tsx'
import { Help } from './help.tsx'
import { MoveTo } from './move-to.tsx'
import { Palette } from './palette.tsx'
import { DeletePermanently, DeleteProject, SignOut } from './questions.tsx'

// One chunk for everything that the first cards do not need. It is loaded right after them: later, the server may be offline.

export { enterTypedDate, typedDate } from '../../board/text/typed-dates.ts'
export { SelectionBar } from '../board/selection-bar.tsx'
export { TypedDateHint, TypedDateTip, tellOnce } from '../dates/typed-date-hint.tsx'
export { PasskeyOffer } from '../sign-in/passkey-offer.tsx'
export { OpenMenu } from './menu.tsx'

const dialogs: Record<Dialog, FunctionComponent> = {
  palette: Palette,
  card: CardSheet,
  project: ProjectSheet,
  column: ColumnSheet,
  move: MoveTo,
  date: DatePicker,
  help: Help,
  'delete project': DeleteProject,
  capture: Capture,
  outbox: OutboxDialog,
  'delete permanently': DeletePermanently,
  'sign out': SignOut,
}

export function OpenDialog() {
  const View = dialog.value && dialogs[dialog.value]
  return View ? <View /> : null
}
