import { useSignal, useSignalEffect } from '@preact/signals'
import { nameIn, purge } from '../actions/bin.ts'
import { deleteProject } from '../actions/projects.ts'
import { wouldLoseChanges } from '../commands/commands.ts'
import { lostChanges, refusals, sendable, workspace } from '../model/changes.ts'
import { count, isolated } from '../model/wording.ts'
import { allSent, changesOf, inLost, unsentChanges } from '../outbox/status.ts'
import { Question, useClosedWithout } from '../parts/dialog.tsx'
import { Button } from '../parts/icons.tsx'
import { signOut } from '../session/sign-out.ts'
import { doomed, open } from '../state/dialogs.ts'
import { countDrafts } from '../state/drafts.ts'
import { announce } from '../state/notices.ts'
import { countCards, findProject } from '../state/projects.ts'
import { chosenProject } from '../state/selection.ts'
import { keeping } from '../sync/disk.ts'
import { look } from '../sync/signals.ts'

export function DeleteProject() {
  const project = findProject(chosenProject.value ?? '')
  useClosedWithout(() => findProject(chosenProject.value ?? '') !== undefined)
  if (!project) return null
  const { all } = countCards(project.id)
  const [cards, what] =
    all === 0
      ? ['It has no cards.', 'it']
      : all === 1
        ? ['Its card will be deleted too.', 'both']
        : [`Its ${count(all)} cards will be deleted too.`, 'them all']
  return (
    <Question
      title={`Delete “${isolated(project.title)}”?`}
      confirm="Delete project"
      onConfirm={() => deleteProject(project.id)}
    >
      {cards} You can restore {what} from the bin.
    </Question>
  )
}

export function SignOut() {
  const isSending = useSignal(false)
  useSignalEffect(() => {
    if (!isSending.value || sendable.value.length > 0) return
    isSending.value = false
    if (wouldLoseChanges()) open('outbox')
    else if (countDrafts() === 0) signOut()
  })
  const sendFirst = () => {
    isSending.value = true
    look.fire()
  }
  const changes = unsentChanges.value + refusals.value.length + changesOf(lostChanges.value)
  const texts = countDrafts()
  const lost = keeping.value === 'old' ? 'Whatever was not sent' : inLost(changes, texts)
  const theChanges = changes === 1 ? 'the change' : 'the changes'
  return (
    <Question
      title="Sign out?"
      confirm={lost ? 'Sign out anyway' : 'Sign out'}
      onConfirm={signOut}
      other={
        wouldLoseChanges() && (
          <Button class="primary" aria-disabled={isSending.value} onClick={sendFirst}>
            {isSending.value
              ? 'Sending…'
              : sendable.value.length > 0
                ? 'Send and sign out'
                : `Look at ${theChanges} first`}
          </Button>
        )
      }
    >
      {/* Changes may be sent while this is open. */}
      {lost ? `${lost} will be lost.` : allSent}
    </Question>
  )
}

export function DeletePermanently() {
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
