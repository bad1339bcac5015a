import { api, isProblem } from '../api.ts'
import { confirmed, refused, type Waiting, waiting } from '../state/changes.ts'
import { find } from '../state/columns.ts'
import { newId } from '../state/new-id.ts'
import { idsOf, type Operation, type OperationOf, typedIn } from '../state/operations.ts'
import type { Settled } from '../store/store.ts'
import { readOn } from './follow.ts'
import { type Conditional, isConditional, remember } from './known.ts'

/** Looks at what is there, to decide about an operation that it does not fit any more. */
export async function compare(entry: Waiting, signal: AbortSignal): Promise<Settled> {
  const { operation } = entry
  if (isConditional(operation)) return await compareText(entry, operation, signal)
  if (operation.kind === 'restore card') return await compareRestored(entry, operation, signal)
  if (operation.kind === 'move cards') return await compareMove(entry, operation, signal)
  return { gone: [entry.n] }
}

const ifThere = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error) => {
    if (isProblem(error, 'not_found')) return undefined
    throw error
  })

async function compareText(entry: Waiting, operation: Conditional, signal: AbortSignal): Promise<Settled> {
  const { n } = entry
  const { id, before } = operation
  const answer =
    operation.kind === 'rename project'
      ? await ifThere(api.readProject({ project_id: id }, { signal }))
      : await ifThere(api.readCard({ id }, { signal }))
  if (!answer) return { gone: [n], ...withoutCard(entry) }
  const { text: theirs, revision } =
    'card' in answer ? answer.card : { ...answer.project, text: answer.project.title }
  remember(id, { text: theirs, revision })
  if (theirs === typedIn(operation)) return { gone: [n] }
  // Something else about it was changed, such as its column: it can be sent with the new revision.
  if (theirs === before) return {}
  const reason =
    operation.kind === 'delete card' ? 'Its text was changed elsewhere.' : 'It was changed elsewhere, too.'
  return { gone: [n], refused: [{ ...entry, code: 'changed_meanwhile', reason, theirs }] }
}

/** What was typed into a card that is gone is kept. If the card could not be added in the first place, it is kept there. */
function withoutCard(entry: Waiting): Settled {
  const { operation } = entry
  if (operation.kind !== 'edit card') return {}
  const { id, text } = operation
  const unadded = refused.value.find((one) => one.operation.kind === 'add card' && one.operation.id === id)
  if (unadded) {
    const again = { ...(unadded.operation as OperationOf<'add card'>), text }
    return { refused: [{ ...unadded, operation: again }] }
  }
  return { refused: [{ ...entry, code: 'not_found', reason: 'The card was deleted elsewhere.' }] }
}

/** Those that are still there are moved without the others. If all of them are, the column is gone, and they stay where they are. */
async function compareMove(
  entry: Waiting,
  operation: OperationOf<'move cards'>,
  signal: AbortSignal,
): Promise<Settled> {
  await readOn(signal)
  const { columns } = confirmed.value.workspace
  const ids = operation.ids.filter((id) => find(columns, id))
  if (ids.length === 0 || ids.length === operation.ids.length) return { gone: [entry.n] }
  return { answered: [{ ...entry, key: newId(), operation: { ...operation, ids } }] }
}

/** A card that is in the bin no longer is added anew, and what was done to it since is done to the new one. */
async function compareRestored(
  entry: Waiting,
  { id, card }: OperationOf<'restore card'>,
  signal: AbortSignal,
): Promise<Settled> {
  const { n } = entry
  if (await ifThere(api.readCard({ id }, { signal }))) return { gone: [n] }
  if (!card)
    return {
      gone: [n],
      refused: [{ ...entry, code: 'not_found', reason: 'It is not in the bin any more.' }],
    }
  const { text, complete, project_id } = card
  const anew = newId()
  const later = waiting.value.filter((one) => one.n > n && mentions(one.operation, id))
  return {
    answered: [
      { ...entry, key: anew, operation: { kind: 'add card', id: anew, project_id, text, complete } },
      ...later.map((one) => ({ ...one, operation: renamed(one.operation, id, anew) })),
    ],
  }
}

const mentions = (operation: Operation, id: string) =>
  idsOf(operation).includes(id) || (operation.kind === 'move cards' && operation.behind.includes(id))

/** The same about another card, or in its neighbourhood. */
function renamed(operation: Operation, id: string, anew: string): Operation {
  const swap = (one: string) => (one === id ? anew : one)
  if (operation.kind === 'move cards')
    return { ...operation, ids: operation.ids.map(swap), behind: operation.behind.map(swap) }
  return { ...operation, id: swap(operation.id) }
}
