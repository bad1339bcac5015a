import { createPacker } from '../../client/batches.ts'
import { backOff, pause } from '../../client/failures.ts'
import { requestOf } from '../../client/requests.ts'
import type { Batch, BatchResult } from '../../contract/feed.ts'
import { maxOperations } from '../../contract/plain/limits.ts'
import { confirmed, lookAtClock, type Refused, sendable, type Waiting } from '../model/changes.ts'
import { idsOf } from '../model/operations.ts'
import { api, isLasting, isProblem, isSignedOut, retryAfter } from '../session/api.ts'
import type { Settled } from '../store/store.ts'
import { catchUp, doubtConnection, expectFeed, isConnected } from './follow.ts'
import { settle } from './ledger.ts'
import { outcomes, tellRehomed } from './outcomes.ts'
import { isConditional, knownFrom, matchFor, noteAnswer, verdictOn } from './requests.ts'
import { look, toSend } from './signals.ts'

/** In milliseconds. On a visible page, sending resumes within two seconds of the server's return. */
const longestPause = () => (document.visibilityState === 'visible' ? 1800 : 30_000)
/** After this many failures an operation is refused, so that it does not block those behind it. */
const maxFailures = 5

/** Seldom needed. Loaded early, because the server may be unreachable later. */
const comparing = () => import('./compare.ts')

const compare = async (entry: Waiting, signal: AbortSignal) => (await comparing()).compare(entry, signal)

const failuresOf = new Map<string, number>()

/** Sends the outbox in order, for as long as this tab leads. */
export async function sendOutbox(signal: AbortSignal): Promise<void> {
  comparing().catch(() => {})
  let size: number = maxOperations
  let failures = 0
  while (!signal.aborted) {
    const batch = nextBatch(size)
    const [first, ...others] = batch
    if (!first) {
      outcomes.clear()
      await toSend.wait(signal)
      continue
    }
    try {
      if (await hasCaughtUp(batch, signal)) continue
      const isAllJudged = await send(batch, signal)
      // The server is reachable, and the stream has not noticed yet.
      if (isConnected.value === false) look.fire()
      failures = isAllJudged ? 0 : failures + 1
      size = Math.min(maxOperations, size * 2)
      if (!isAllJudged) await rest(failures, signal)
    } catch (error) {
      if (signal.aborted || isSignedOut(error)) return
      // Smaller batches: this one may have been too large for the connection, or one operation may break the server.
      size = Math.max(1, size >> 2)
      failures++
      if (error instanceof TypeError) doubtConnection()
      // `cursor_gone` is not about the operation: the feed starts over, and then it is sent again.
      const isItsFault = isLasting(error) && !isProblem(error, 'cursor_gone')
      if (others.length === 0 && isItsFault) await settle(refuse(first.entry, 'unknown', String(error)))
      else await rest(failures, signal, retryAfter(error))
    }
  }
}

/** True if the feed had to catch up first, to know the revisions that these operations depend on. */
async function hasCaughtUp(batch: readonly Sending[], signal: AbortSignal): Promise<boolean> {
  let state = 0
  for (const { entry } of batch)
    if (isConditional(entry.operation)) state = Math.max(state, knownFrom(entry.operation))
  if (state <= confirmed.value.seq) return false
  await catchUp(state, signal)
  return true
}

/** Back-off with jitter. Ends early when there is a reason to retry now. */
async function rest(failures: number, signal: AbortSignal, seconds = 0): Promise<void> {
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  await Promise.race(
    [
      pause(Math.max(backOff(failures, longestPause()), seconds * 1000), either),
      look.wait(either),
      seconds === 0 && toSend.wait(either),
    ].filter((one) => one !== false),
  )
  over.abort()
}

/** An operation with its request; without one, if it must be compared with the server first. */
interface Sending {
  entry: Waiting
  request?: Batch['operations'][number]
}

/**
 * The next operations that fit into one batch. A conditional one waits for the revision that earlier ones produce. After signing
 * in again, all wait for the snapshot: without it, every card would seem to have been deleted elsewhere.
 */
function nextBatch(size: number): Sending[] {
  if (!confirmed.value.workspace.projects) return []
  const batch: Sending[] = []
  const touched = new Set<string>()
  const fits = createPacker(size)
  lookAtClock()
  for (const entry of sendable.value) {
    const { key, operation } = entry
    const revision = isConditional(operation) ? matchFor(operation) : undefined
    if (isConditional(operation) && (touched.has(operation.id) || revision === undefined))
      return batch.length > 0 ? batch : [{ entry }]
    const request = {
      ...requestOf(operation),
      idempotency_key: key,
      ...(revision !== undefined && { if_match: `"${revision}"` }),
    }
    if (!fits(request)) return batch
    batch.push({ entry, request })
    for (const id of idsOf(operation)) touched.add(id)
  }
  return batch
}

/** True if every operation was settled. */
async function send(batch: readonly Sending[], signal: AbortSignal): Promise<boolean> {
  const [first] = batch
  if (first && !first.request) {
    await settle(await compare(first.entry, signal))
    return true
  }
  const operations = batch.flatMap(({ request }) => request ?? [])
  const { results } = await api.batch({ operations }, { signal, timeout: 60_000, minimal: true })
  const all = { answered: [] as Waiting[], gone: [] as number[], refused: [] as Refused[] }
  let reached = 0
  let isWaiting = results.length < batch.length
  let isSentAgain = false
  for (const [index, { entry }] of batch.entries()) {
    const result = results[index]
    if (!result) break
    noteAnswer(entry.operation, result)
    reached = Math.max(reached, result.seq ?? 0)
    const settled = await judge(entry, result, isWaiting || isSentAgain, signal)
    const { answered = [], gone = [], refused = [] } = settled ?? {}
    all.answered.push(...answered)
    all.gone.push(...gone)
    all.refused.push(...refused)
    if (!settled) isWaiting = true
    // In another form, or with another revision.
    else if (gone.length === 0 && !answered.some(({ seq }) => seq !== undefined)) isSentAgain = true
  }
  await settle(all)
  expectFeed(reached, signal)
  return !isWaiting
}

/**
 * Undefined if the operation must be sent again. One that failed after an unsettled operation may have failed for that reason
 * alone.
 */
async function judge(
  entry: Waiting,
  result: BatchResult,
  isBehindUndone: boolean,
  signal: AbortSignal,
): Promise<Settled | undefined> {
  const verdict = verdictOn(entry.operation, result)
  if (isBehindUndone && result.status >= 300) return undefined
  switch (verdict.is) {
    case 'done':
      return { answered: [{ ...entry, seq: result.seq ?? 0 }] }
    case 'instead':
      if (entry.operation.kind === 'add card') tellRehomed(entry.operation)
      return { answered: [{ ...entry, operation: verdict.operation }] }
    case 'refused':
      return refuse(entry, verdict.code, verdict.reason)
    case 'compare':
      return await compare(entry, signal)
    case 'later':
      return result.status === 500 ? giveUp(entry) : undefined
  }
}

function giveUp(entry: Waiting): Settled | undefined {
  const failures = (failuresOf.get(entry.key) ?? 0) + 1
  failuresOf.set(entry.key, failures)
  if (failures < maxFailures) return undefined
  failuresOf.delete(entry.key)
  return refuse(entry, 'internal', 'The server keeps failing.')
}

const refuse = (entry: Waiting, code: string, reason: string): Settled => ({
  gone: [entry.n],
  refused: [{ ...entry, code, reason }],
})
