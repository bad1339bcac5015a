import { signal } from '@preact/signals'
import type { Binned } from '../../board/workspace.ts'
import { open } from '../dialogs/open.ts'

/** The item to be deleted permanently; undefined for everything in the bin. */
export const doomed = signal<Binned | undefined>()

export function askToPurge(item: Binned): void {
  doomed.value = item
  open('delete for good')
}

export function askToEmptyBin(): void {
  doomed.value = undefined
  open('delete for good')
}
