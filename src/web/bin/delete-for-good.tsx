import { nameIn, purge } from '../actions/bin.ts'
import { Question } from '../dialogs/question.tsx'
import { workspace } from '../model/changes.ts'
import { count } from '../model/wording.ts'
import { announce } from '../state/notices.ts'
import { doomed } from './ask-to-delete.ts'

export function DeleteForGood() {
  const item = doomed.value
  const everything = workspace.value.bin ?? []
  const { length } = everything
  const confirm = async () => {
    await purge(item ? [item] : everything)
    announce(item ? 'Permanently deleted.' : 'The bin is empty.')
  }
  return (
    <Question
      title={item ? `Permanently delete ${nameIn(item)}?` : 'Empty the bin?'}
      keep="Cancel"
      confirm={item ? 'Delete permanently' : 'Empty the bin'}
      onConfirm={confirm}
    >
      {item
        ? item.kind === 'project' && 'Its cards will be deleted too. '
        : `${length === 1 ? '1 item' : `${count(length)} items`} will be permanently deleted. `}
      This can’t be undone.
    </Question>
  )
}
