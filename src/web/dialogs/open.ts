import { signal } from '@preact/signals'
import { backCloses } from '../back.ts'
import { cursor } from '../state/focus.ts'
import { clearSelection, selected } from '../state/selection.ts'

/** At most one dialog is open. */
export type Dialog =
  | 'palette'
  | 'card'
  | 'project'
  | 'move'
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

export const close = () => {
  dialog.value = undefined
}

backCloses(() => dialog.value !== undefined, close)

export function openCardActions(id: string): void {
  if (!selected.value.has(id)) clearSelection()
  cursor.value = id
  open('card')
}

export const openProjectActions = () => open('project')
