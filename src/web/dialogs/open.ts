import { signal } from '@preact/signals'
import { backCloses } from '../navigation/route.ts'

/** At most one dialog is open. */
export type Dialog =
  | 'palette'
  | 'card'
  | 'project'
  | 'column'
  | 'move'
  | 'date'
  | 'help'
  | 'delete project'
  | 'capture'
  | 'outbox'
  | 'delete for good'
  | 'sign out'

export const dialog = signal<Dialog | undefined>()

export const open = (name: Dialog) => {
  dialog.value = name
}

/** What the palette begins to search for. */
export const sought = signal('')

export const searchFor = (words: string) => {
  sought.value = words
  open('palette')
}

export const close = () => {
  dialog.value = undefined
  sought.value = ''
}

backCloses(() => dialog.value !== undefined, close)
