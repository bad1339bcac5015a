import { signal } from '@preact/signals'
import { nameIn, purge } from '../actions/bin.ts'
import { open } from '../dialogs/open.ts'
import { Question } from '../dialogs/question.tsx'
import { workspace } from '../state/changes.ts'
import { count } from '../state/described.ts'
import { announce } from '../state/notices.ts'
import type { Binned } from '../state/workspace.ts'

/** What the question is about: one thing, or everything in the bin. */
const doomed = signal<Binned | undefined>()

export function askToPurge(item: Binned): void {
  doomed.value = item
  open('delete for good')
}

export function askToEmptyBin(): void {
  doomed.value = undefined
  open('delete for good')
}

export function DeleteForGood() {
  const item = doomed.value
  const everything = workspace.value.bin ?? []
  const { length } = everything
  const confirm = async () => {
    await purge(item ? [item] : everything)
    announce(item ? 'Deleted for good.' : 'The bin is empty.')
  }
  return (
    <Question
      title={item ? `Delete ${nameIn(item)} for good?` : 'Empty the bin?'}
      keep="Keep it"
      confirm={item ? 'Delete for good' : 'Empty the bin'}
      onConfirm={confirm}
    >
      {item
        ? item.kind === 'project' && 'Its cards go with it. '
        : `${length === 1 ? 'One thing is' : `${count(length)} things are`} deleted for good. `}
      This cannot be undone.
    </Question>
  )
}
