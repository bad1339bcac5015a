import { find } from '../../board/columns.ts'
import { columns, confirmed, refused, type Waiting, waiting } from '../model/changes.ts'
import { idsOf, newId, type Operation, type OperationOf, typedIn } from '../model/operations.ts'
import { ticked, tickIn } from '../model/text-changes.ts'
import { called, wasOrWere } from '../model/wording.ts'
import { api, isProblem } from '../session/api.ts'
import { nameOf } from '../state/described.ts'
import type { Settled } from '../store/store.ts'
import { readBin, readOn } from './follow.ts'
import { keep } from './ledger.ts'
import { telling, tellRehomed } from './outcomes.ts'
import {
  type Conditional,
  fromFeed,
  hasNews,
  isConditional,
  isTurned,
  type LatestState,
  remember,
} from './requests.ts'

/** Reads the current state from the server to settle an operation that no longer applies. */
export async function compare(entry: Waiting, signal: AbortSignal): Promise<Settled> {
  const { operation } = entry
  if (isConditional(operation)) return await compareText(entry, operation, signal)
  if (operation.kind === 'restore card' || operation.kind === 'restore project')
    return await compareRestored(entry, operation, signal)
  if (operation.kind === 'complete card') return await compareCompletion(entry, operation, signal)
  if (operation.kind === 'move cards') return await compareMove(entry, operation, signal)
  if (operation.kind === 'add card') return await compareSuccessor(entry, operation, signal)
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
  const found = await readCurrent(operation, signal)
  if (!found) return { gone: [n], ...withoutItem(entry) }
  const { text: theirs } = found
  remember(id, found)
  if (isTurned(operation, found.complete)) {
    tellReopened({ id, text: theirs })
    return { gone: [n] }
  }
  if (theirs === typedIn(operation)) return { gone: [n] }
  // Only something else changed, such as the column: retry with the new revision.
  if (theirs === before) return {}
  const again = operation.kind === 'edit card' ? tickedAgain(operation, theirs) : undefined
  if (again)
    return again.text === theirs
      ? { gone: [n] }
      : { answered: [{ ...entry, key: newId(), operation: again }] }
  const reason =
    operation.kind === 'delete card' ? 'Its text was changed elsewhere.' : 'It was changed elsewhere, too.'
  return { gone: [n], refused: [{ ...entry, code: 'changed_meanwhile', reason, theirs }] }
}

/** An edit that only ticks a step, for the text as it is now; undefined if it does more or the step is gone. */
function tickedAgain(edit: OperationOf<'edit card'>, theirs: string): OperationOf<'edit card'> | undefined {
  const tick = tickIn(edit)
  const text = tick && ticked(theirs, tick)
  return text === undefined ? undefined : { ...edit, text, before: theirs }
}

/** From the feed if it says enough: it brings everything that has changed at once, and items would be read one by one. */
async function readCurrent(operation: Conditional, signal: AbortSignal): Promise<LatestState | undefined> {
  if (hasNews(operation)) return fromFeed(operation)
  await readOn(signal)
  if (hasNews(operation)) return fromFeed(operation)
  const { id } = operation
  if (operation.kind === 'rename project') {
    const answer = await ifThere(api.readProject({ project_id: id }, { signal }))
    return answer && { text: answer.project.title, revision: answer.project.revision }
  }
  return (await ifThere(api.readCard({ id }, { signal })))?.card
}

/**
 * Keeps what was typed for a card or project that is gone: in the refused addition, if the card was never added. A tick has typed
 * nothing.
 */
function withoutItem(entry: Waiting): Settled {
  const { operation } = entry
  if (operation.kind === 'rename project')
    return { refused: [{ ...entry, code: 'not_found', reason: 'The project was deleted elsewhere.' }] }
  if (operation.kind !== 'edit card') return {}
  const { id, text } = operation
  const unadded = addedWith(id, { text })
  if (unadded) return unadded
  if (tickIn(operation)) return {}
  return { refused: [{ ...entry, code: 'not_found', reason: 'The card was deleted elsewhere.' }] }
}

/** Changes the refused addition of a card. */
function addedWith(id: string, change: Partial<OperationOf<'add card'>>): Settled | undefined {
  const unadded = refused.value.find((one) => one.operation.kind === 'add card' && one.operation.id === id)
  return unadded && { refused: [{ ...unadded, operation: { ...unadded.operation, ...change } as Operation }] }
}

async function compareCompletion(
  entry: Waiting,
  { id, complete }: OperationOf<'complete card'>,
  signal: AbortSignal,
): Promise<Settled> {
  const gone = { gone: [entry.n] }
  const unadded = addedWith(id, { complete })
  if (unadded) return { ...gone, ...unadded }
  if (!confirmed.value.workspace.bin) await readBin(signal)
  tellDeleted({ id, text: nameOf(id) })
  return gone
}

/** Moves the cards that still exist. If all of them do, the column is what is missing, and they stay where they are. */
async function compareMove(
  entry: Waiting,
  operation: OperationOf<'move cards'>,
  signal: AbortSignal,
): Promise<Settled> {
  await readOn(signal)
  const { columns } = confirmed.value.workspace
  const ids = operation.ids.filter((id) => find(columns, id))
  // A person who reopens a card wants it, so it should not disappear without a message.
  if (operation.complete === false)
    for (const id of operation.ids) if (!ids.includes(id)) tellDeleted({ id, text: nameOf(id) })
  if (ids.length === 0 || ids.length === operation.ids.length) return { gone: [entry.n] }
  return { answered: [{ ...entry, key: newId(), operation: { ...operation, ids } }] }
}

/** If it is neither in the bin nor restored, adds a card again under a new id. */
async function compareRestored(
  entry: Waiting,
  operation: OperationOf<'restore card' | 'restore project'>,
  signal: AbortSignal,
): Promise<Settled> {
  const { id } = operation
  const [reading, card] =
    operation.kind === 'restore card'
      ? [api.readCard({ id }, { signal }), operation.card]
      : [api.readProject({ project_id: id }, { signal })]
  const isThere = await ifThere<unknown>(reading)
  if (isThere || !card) {
    if (!isThere) tellLost({ id, text: nameOf(id) })
    return { gone: [entry.n] }
  }
  const { owner_id, status_id, position, created_at, updated_at, revision, ...content } = card
  return addedAnew(entry, { ...content, kind: 'add card', id: newId() })
}

/**
 * The successor of a repeating card has been added before, by another device or by an earlier completion; or its project is gone.
 */
async function compareSuccessor(
  entry: Waiting,
  operation: OperationOf<'add card'>,
  signal: AbortSignal,
): Promise<Settled> {
  const { id } = operation
  await readOn(signal)
  const { columns: confirmedColumns, statuses } = confirmed.value.workspace
  if (find(confirmedColumns, id)) return { gone: [entry.n] }
  if (operation.project_id !== null && !statuses.has(operation.project_id)) {
    tellRehomed(operation)
    return { answered: [{ ...entry, operation: { ...operation, project_id: null } }] }
  }
  const { items } = await api.listBin({}, { signal })
  const before = items.find((item) => item.id === id)?.text
  const { redated, replacementFor } = await import('../dates/next-cards.ts')
  if (before === undefined) {
    // Purged, or deleted with its project.
    const replacement = replacementFor(operation)
    if (find(confirmedColumns, replacement.id)) return { gone: [entry.n] }
    return addedAnew(entry, replacement)
  }
  const text = redated(before, operation)
  await keep(
    [
      { kind: 'complete card' as const, id, complete: false },
      ...(text === before ? [] : [{ kind: 'edit card' as const, id, text, before }]),
    ].map((later) => ({ key: newId(), operation: later })),
  )
  const restoring = { kind: 'restore card' as const, id, card: find(columns.value, id) }
  return { answered: [{ ...entry, key: newId(), operation: restoring }] }
}

/** Adds the card of an operation under another id, and redirects later operations to that id. */
function addedAnew({ n, ...entry }: Waiting, card: OperationOf<'add card'>): Settled {
  const [id = ''] = idsOf(entry.operation)
  const anew = card.id
  const later = waiting.value.filter((one) => one.n > n && mentions(one.operation, id))
  return {
    answered: [
      { ...entry, n, key: anew, operation: card },
      ...later.map((one) => ({ ...one, operation: renamed(one.operation, id, anew) })),
    ],
  }
}

const mentions = (operation: Operation, id: string) =>
  idsOf(operation).includes(id) || (operation.kind === 'move cards' && operation.behind.includes(id))

/** The operation with one card id replaced by another. */
function renamed(operation: Operation, id: string, anew: string): Operation {
  const swap = (one: string) => (one === id ? anew : one)
  if (operation.kind === 'move cards')
    return { ...operation, ids: operation.ids.map(swap), behind: operation.behind.map(swap) }
  return { ...operation, id: swap(operation.id) }
}

const it = ({ length }: readonly unknown[]) => (length === 1 ? 'it' : 'they')

/** Items that were to be restored. */
const tellLost = telling(
  (items) =>
    `${called(items)} ${items.length === 1 ? 'is' : 'are'} no longer in the bin, so ${it(items)} can't be restored.`,
)

/** Completed cards that were to be deleted. */
const tellReopened = telling(
  (cards) =>
    `${called(cards)} ${wasOrWere(cards)} reopened elsewhere, so ${it(cards)} ${wasOrWere(cards)} kept.`,
)

/** Cards that were to be completed or reopened. */
const tellDeleted = telling(
  (cards) =>
    `${called(cards)} ${wasOrWere(cards)} deleted elsewhere, so your ${cards.length === 1 ? 'change to it was' : 'changes to them were'} dropped.`,
)
