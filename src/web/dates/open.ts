import { signal } from '@preact/signals'
import { backCloses } from '../navigation/back.ts'

/** The date picker, for these cards. It opens below the anchor; without one, in the middle. */
export interface OpenDatePicker {
  ids: readonly string[]
  anchor: Element | undefined
}

export const datePicker = signal<OpenDatePicker | undefined>()

export const openDatePicker = (cards: readonly { id: string }[], anchor?: Element) => {
  const ids = cards.map(({ id }) => id)
  datePicker.value = ids.length > 0 ? { ids, anchor } : undefined
}

export const closeDatePicker = () => {
  datePicker.value = undefined
}

backCloses(() => datePicker.value !== undefined, closeDatePicker)
