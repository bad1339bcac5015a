import { signal } from '@preact/signals'
import type { enterTypedDate, typedDate } from '../../board/text/typed-dates.ts'
import type { hasDate, removeDates, setToNextWeek, shiftDates } from './date-cards.ts'
import type { TypedDateHint } from './typed-date-hint.tsx'
import type { TypedDateTip, tellOnce } from './typed-date-tip.tsx'

interface Dates {
  typedDate: typeof typedDate
  enterTypedDate: typeof enterTypedDate
  TypedDateHint: typeof TypedDateHint
  TypedDateTip: typeof TypedDateTip
  tellOnce: typeof tellOnce
  hasDate: typeof hasDate
  shiftDates: typeof shiftDates
  setToNextWeek: typeof setToNextWeek
  removeDates: typeof removeDates
}

/** What reads and sets dates, once it is loaded with the rare dialogs. What is typed before stays as typed. */
export const dates = signal<Dates | undefined>()
