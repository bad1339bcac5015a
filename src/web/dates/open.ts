import { signal } from '@preact/signals'
import { open } from '../dialogs/open.ts'

/** What the date picker is for. It opens below the anchor; without one, below the first card. */
export interface DatePickerSubject {
  ids: readonly string[]
  anchor: Element | undefined
}

export const dated = signal<DatePickerSubject>({ ids: [], anchor: undefined })

export function openDatePicker(cards: readonly { id: string }[], anchor?: Element): void {
  if (cards.length === 0) return
  dated.value = { ids: cards.map(({ id }) => id), anchor }
  open('date')
}
