import { createPacker } from '../../client/batches.ts'
import { pause } from '../../client/failures.ts'
import type { BatchResult } from '../../contract/feed.ts'
import { maxOperations } from '../../contract/limits.ts'
import { api, isLasting, isProblem, isSignedOut, retryAfter } from '../api.ts'
import { confirmed, type Waiting } from '../state/changes.ts'
import { newId } from '../state/new-id.ts'
import { idsOf } from '../state/operations.ts'
import { lookAtClock, sendable } from '../state/sendable.ts'
import type { Settled } from '../store/store.ts'
import { look, toSend } from './bells.ts'
import { compare } from './compare.ts'
import { catchUp, doubtConnection, expectFeed, isConnected } from './follow.ts'
import { keep, settle } from './kept.ts'
import { hear, isConditional, knownFrom, matchFor } from './known.ts'
import { forgetRehomed, tellRehomed } from './rehomed.ts'
import { requestOf } from './requests.ts'
import { verdictOn } from './verdicts.ts'

/** In milliseconds: for who looks at the page, what they did is sent within two seconds of the server's return. */
const longestPause = () => (document.visibilityState === 'visible' ? 1800 : 30_000)
/** A server that fails on one operation again and again must not hold up those behind it. */
const mostFailures = 5

const failuresOf = new Map<string, number>()

/** Sends what is in the outbox, in order, for as long as this tab leads. */
export async function sendOutbox(signal: AbortSignal): Promise<void> {
  let size: number = maxOperations
  let failures = 0
  while (!signal.aborted) {
    const entries = nextBatch(size)
    const [first, ...others] = entries
    if (!first) {
      forgetRehomed()
      await toSend.rung(signal)
      continue
    }
    try {
      if (await hasCaughtUp(entries, signal)) continue
      const isAllJudged = await send(entries, signal)
      // The server is back before the stream has noticed.
      if (isConnected.value === false) look.ring()
      failures = isAllJudged ? 0 : failures + 1
      size = Math.min(maxOperations, size * 2)
      if (!isAllJudged) await rest(failures, signal)
    } catch (error) {
      if (signal.aborted || isSignedOut(error)) return
      // Fewer at a time: they may have been too much for the connection, or one of them for the server.
      size = Math.max(1, size >> 2)
      failures++
      if (error instanceof TypeError) doubtConnection()
      // A server that was set back says nothing about the operation: the feed begins again, and then it is sent.
      const isItsFault = isLasting(error) && !isProblem(error, 'cursor_gone')
      if (others.length === 0 && isItsFault) await settle(refuse(first, 'unknown', String(error)))
      else await rest(failures, signal, retryAfter(error))
    }
  }
}

/** Whether there was something to be read before these can be sent with the right revisions. */
async function hasCaughtUp(entries: readonly Waiting[], signal: AbortSignal): Promise<boolean> {
  const states = entries.map(({ operation }) => (isConditional(operation) ? knownFrom(operation) : 0))
  const state = Math.max(...states)
  if (state <= confirmed.value.seq) return false
  await catchUp(state, signal)
  return true
}

/** Ends early when there is a new reason to try. */
async function rest(failures: number, signal: AbortSignal, seconds = 0): Promise<void> {
  const backOff = Math.min(longestPause(), 500 * 2 ** failures) * (0.5 + Math.random() / 2)
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  await Promise.race(
    [
      pause(Math.max(backOff, seconds * 1000), either),
      look.rung(either),
      seconds === 0 && toSend.rung(either),
    ].filter((one) => one !== false),
  )
  over.abort()
}

/** The next ones that can go together: what has a condition needs the revision that those before it have left. */
function nextBatch(size: number): Waiting[] {
  const batch: Waiting[] = []
  const touched = new Set<string>()
  const fits = createPacker(size)
  lookAtClock()
  for (const entry of sendable.value) {
    const { key, operation } = entry
    if (isConditional(operation) && (touched.has(operation.id) || matchFor(operation) === undefined)) {
      return batch.length > 0 ? batch : [entry]
    }
    if (!fits({ ...requestOf(operation), idempotency_key: key })) return batch
    batch.push(entry)
    for (const id of idsOf(operation)) touched.add(id)
  }
  return batch
}

/** Whether all of them were judged. */
async function send(entries: readonly Waiting[], signal: AbortSignal): Promise<boolean> {
  const [first] = entries
  if (first && isConditional(first.operation) && matchFor(first.operation) === undefined) {
    await settle(await compare(first, signal))
    return true
  }
  const operations = entries.map(({ key, operation }) => ({
    ...requestOf(operation),
    idempotency_key: key,
    ...(isConditional(operation) && { if_match: `"${matchFor(operation)}"` }),
  }))
  const { results } = await api.batch({ operations }, { signal, timeout: 60_000, minimal: true })
  const outcomes: Settled[] = []
  let reached = 0
  let isWaiting = results.length < entries.length
  let isSentAgain = false
  for (const [index, result] of results.entries()) {
    const entry = entries[index]
    if (entry) hear(entry.operation, result)
    reached = Math.max(reached, result.seq ?? 0)
    const settled: Settled | undefined =
      entry && (await judge(entry, result, isWaiting || isSentAgain, signal))
    if (settled) outcomes.push(settled)
    else isWaiting = true
    isSentAgain ||= settled !== undefined && !isOver(settled)
  }
  await settle({
    answered: outcomes.flatMap(({ answered = [] }) => answered),
    gone: outcomes.flatMap(({ gone = [] }) => gone),
    refused: outcomes.flatMap(({ refused = [] }) => refused),
  })
  expectFeed(reached, signal)
  return !isWaiting
}

/** Otherwise it is sent again, in another form or with another revision. */
const isOver = ({ gone = [], answered = [] }: Settled) =>
  gone.length > 0 || answered.some(({ seq }) => seq !== undefined)

/**
 * Nothing, if it has to be sent again. What follows one that waits, or that is sent in another form, may have failed for
 * that reason alone.
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
      await completeSeparately(entry, result)
      return { answered: [{ ...entry, seq: result.seq ?? 0 }] }
    case 'dropped':
      return { gone: [entry.n] }
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

/** Servers up to 0.10.1 move cards without completing them. They also answer with whole cards, by which they can be told. */
async function completeSeparately({ operation }: Waiting, { body }: BatchResult): Promise<void> {
  if (operation.kind !== 'move cards' || operation.complete === undefined || body === undefined) return
  const { ids, complete } = operation
  await keep(ids.map((id) => ({ key: newId(), operation: { kind: 'complete card', id, complete } })))
}

function giveUp(entry: Waiting): Settled | undefined {
  const failures = (failuresOf.get(entry.key) ?? 0) + 1
  failuresOf.set(entry.key, failures)
  if (failures < mostFailures) return undefined
  failuresOf.delete(entry.key)
  return refuse(entry, 'internal', 'Something went wrong on the server, again and again.')
}

const refuse = (entry: Waiting, code: string, reason: string): Settled => ({
  gone: [entry.n],
  refused: [{ ...entry, code, reason }],
})
