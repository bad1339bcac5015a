import { columnOf, find, inbox } from '../../board/columns.ts'
import { columns, conflicts, type Refusal } from '../model/changes.ts'
import { idsOf, newId, type Operation, type OperationOf, typedIn } from '../model/operations.ts'
import { quoted } from '../model/wording.ts'
import { discard, refusedDraft } from '../state/drafts.ts'
import { findProject } from '../state/projects.ts'
import { commit } from '../sync/commit.ts'
import { dismiss, keep } from '../sync/ledger.ts'
import { toSend } from '../sync/signals.ts'
import { offerUndo, undoingOf } from './undo.ts'

// The choices for an operation that the server has refused.

export async function forget(refusal: Refusal): Promise<void> {
  await dismiss([...refusal.replaced, refusal])
  discard(refusedDraft(refusal.key))
}

/** Moves a refused operation back to the outbox, under its old idempotency key. */
async function sendAgain(refusal: Refusal, operation: Operation): Promise<void> {
  await keep([{ key: refusal.key, operation }])
  await dismiss(refusal.replaced)
  discard(refusedDraft(refusal.key))
  toSend.fire()
}

export async function tryAgain(refusal: Refusal, text?: string): Promise<void> {
  const { operation } = refusal
  if (operation.kind === 'delete card') await sendAgain(refusal, deletionNow(operation))
  else if (text === undefined) await sendAgain(refusal, operation)
  else if ('text' in operation) await sendAgain(refusal, { ...operation, text })
  else if ('title' in operation) await sendAgain(refusal, { ...operation, title: text })
}

/** Deletes the card as it is now, since the person has seen the change. */
const deletionNow = ({ complete: _, ...operation }: OperationOf<'delete card'>): Operation => ({
  ...operation,
  before: find(columns.value, operation.id)?.text ?? operation.before,
})

/** Overwrites the current text with the person's own. */
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
  const theirs = find(columns.value, id)?.text ?? ''
  offerUndo({
    items: [{ id, text }],
    isTold: true,
    what: 'Kept the other text',
    undone: 'Your text is back',
    undo: () => commit({ kind: 'edit card', id, text, before: find(columns.value, id)?.text ?? '' }),
    redo: () => commit({ kind: 'edit card', id, text: theirs, before: text }),
  })
}

/** Saves the person's text as a separate card: below the original, or in the inbox if that is gone. */
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
    items: [{ id, text: typed }],
    what: `Added ${quoted(typed)} as a separate card`,
    undone: `Deleted ${quoted(typed)}`,
    ...undoingOf([id]),
  })
}

/** Resolves the conflict of a card. */
export async function resolve(cardId: string, by: (refusal: Refusal) => Promise<void>): Promise<void> {
  const conflict = conflicts.value.get(cardId)
  if (conflict) await by(conflict)
}
