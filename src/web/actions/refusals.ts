import { columns } from '../state/changes.ts'
import { columnOf, find, inbox } from '../state/columns.ts'
import { discard, refusedDraft } from '../state/drafts.ts'
import { newId } from '../state/new-id.ts'
import { idsOf, type Operation, type OperationOf, typedIn } from '../state/operations.ts'
import { findProject } from '../state/projects.ts'
import { conflicts, type Refusal } from '../state/refusals.ts'
import { quoted } from '../state/wording.ts'
import { toSend } from '../sync/bells.ts'
import { commit } from '../sync/commit.ts'
import { dismiss, keep } from '../sync/kept.ts'
import { offerUndo } from './undo.ts'

// What can become of an operation that the server has refused.

export async function forget(refusal: Refusal): Promise<void> {
  await dismiss([...refusal.replaced, refusal])
  discard(refusedDraft(refusal.key))
}

/** Puts it into the outbox again in place of the refusal, under its old key: whatever has happened, it is done once. */
async function sendAgain(refusal: Refusal, operation: Operation): Promise<void> {
  await keep([{ key: refusal.key, operation }])
  await dismiss(refusal.replaced)
  discard(refusedDraft(refusal.key))
  toSend.ring()
}

export async function tryAgain(refusal: Refusal, text?: string): Promise<void> {
  const { operation } = refusal
  if (operation.kind === 'delete card') await sendAgain(refusal, deletionNow(operation))
  else if (text === undefined) await sendAgain(refusal, operation)
  else if ('text' in operation) await sendAgain(refusal, { ...operation, text })
  else if ('title' in operation) await sendAgain(refusal, { ...operation, title: text })
}

/** Of a card that was changed elsewhere: the person has seen that now. */
const deletionNow = (operation: OperationOf<'delete card'>): Operation => ({
  ...operation,
  before: find(columns.value, operation.id)?.text ?? operation.before,
})

/** Saves the person's text in place of the one that is there now. */
export async function keepMine(refusal: Refusal): Promise<void> {
  const { operation, theirs = '' } = refusal
  if (operation.kind === 'edit card') {
    const before = find(columns.value, operation.id)?.text ?? theirs
    await sendAgain(refusal, { ...operation, before })
  } else if (operation.kind === 'rename project') {
    const before = findProject(operation.id)?.title ?? theirs
    await sendAgain(refusal, { ...operation, before })
  }
}

export async function keepTheirs(refusal: Refusal): Promise<void> {
  const { operation } = refusal
  await forget(refusal)
  if (operation.kind !== 'edit card') return
  const { id, text } = operation
  offerUndo({
    ids: [id],
    what: 'Kept their text',
    undo: () => commit({ kind: 'edit card', id, text, before: find(columns.value, id)?.text ?? '' }),
  })
}

/** The person's text becomes a card of its own: below the one that it was meant for, or in the inbox if that is gone. */
export async function keepBoth(refusal: Refusal, typed = typedIn(refusal.operation) ?? ''): Promise<void> {
  const { operation } = refusal
  const id = newId()
  const [meant = ''] = idsOf(operation)
  const card = find(columns.value, meant)
  const { complete = false } = card ?? {}
  const column = card ? columnOf(card) : inbox
  await commit(
    { kind: 'add card', id, project_id: column.project_id, text: typed, complete },
    ...(card ? [{ kind: 'move cards' as const, ids: [id], column, behind: [card.id] }] : []),
  )
  await forget(refusal)
  offerUndo({
    ids: [id],
    what: `Added ${quoted(typed)} as a card of its own`,
    undo: () => commit({ kind: 'delete card', id, before: typed }),
  })
}

/** Decides between the two texts of a card. */
export async function resolve(cardId: string, by: (refusal: Refusal) => Promise<void>): Promise<void> {
  const conflict = conflicts.value.get(cardId)
  if (conflict) await by(conflict)
}
