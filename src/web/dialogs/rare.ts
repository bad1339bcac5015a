// What the first render does not need, in one chunk. It is loaded right after that, because the server may be unreachable
// later.

export { enterTypedDate, typedDate } from '../../board/text/typed-dates.ts'
export { DeleteForGood } from '../bin/delete-for-good.tsx'
export { hasDate, removeDates, setToNextWeek, shiftDates } from '../dates/date-cards.ts'
export { DatePicker } from '../dates/date-picker.tsx'
export { TypedDateHint } from '../dates/typed-date-hint.tsx'
export { TypedDateTip, tellOnce } from '../dates/typed-date-tip.tsx'
export { Menu } from '../menus/menu.tsx'
export { MoveTo } from '../menus/move-to.tsx'
export { OutboxDialog } from '../outbox/outbox-dialog.tsx'
export { Capture } from './capture.tsx'
export { DeleteProject } from './delete-project.tsx'
export { Help } from './help.tsx'
export { Palette } from './palette.tsx'
export { SignOut } from './sign-out.tsx'
