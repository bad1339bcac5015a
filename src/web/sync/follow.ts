import { signal } from '@preact/signals'
import { type Confirmed, takeIn, takeInAll } from '../../board/workspace.ts'
import { pause } from '../../client/failures.ts'
import { beginAgain } from '../../client/replica.ts'
import type { Changes } from '../../contract/feed.ts'
import { confirmed, outbox } from '../model/changes.ts'
import { api, isProblem, isSignedOut, retryAfter } from '../session/api.ts'
import { advance, rowsBetween, saveRows, settle, takeBin, tellChanges } from './ledger.ts'
import { forgetAnswers } from './requests.ts'
import { broadcast, look, type Pages, toSend } from './signals.ts'

/** Whether this browser is connected to the server, as far as is known. */
export const isConnected = signal<boolean | undefined>()

/** Whether a proxy holds back the stream. Other requests get through, so changes are read now and then. */
export const isHeldBack = signal(false)

/** Why the first load failed. */
export const loadFailure = signal<unknown>()

let hold: Promise<void> | undefined

/** Pauses incoming changes, such as during a drag, until the returned function is called. */
export function holdStill(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  return resolve
}

/** The highest sequence number seen so far; reset by a full reload. */
let seen = 0

/** Set only while this tab leads. */
let loadAnew: (() => void) | undefined
let readAgain: (() => void) | undefined

/** Reloads everything if this tab leads. Unsent changes stay. */
export function reloadHere(): boolean {
  loadAnew?.()
  return loadAnew !== undefined
}

/** The command “Reload everything”: in this tab, or by telling the one that leads. */
export function reloadEverything(): void {
  if (!reloadHere()) broadcast({ is: 'reload' })
}

/** Follows the feed of changes for as long as this tab leads. */
export async function followFeed(signal: AbortSignal): Promise<void> {
  comparing().catch(() => {})
  let isDoubted = false
  // The number may belong to the previous account.
  seen = 0
  while (!signal.aborted) {
    const isStartingOver = isDoubted
    const attempt = new AbortController()
    const doubt = () => {
      isDoubted = true
      attempt.abort()
    }
    loadAnew = doubt
    readAgain = () => attempt.abort()
    const ended = AbortSignal.any([signal, attempt.signal])
    abortOnLook(attempt, ended)
    try {
      if (isDoubted) await startOver(ended)
      else if (confirmed.value.workspace.projects === undefined) await takeSnapshot(ended)
      isDoubted = false
      let since = confirmed.value.seq
      try {
        const events = api.events(
          { since, renumber: true },
          {
            signal: ended,
            onConnection(isThere) {
              // The end of a stream that is held back says nothing about the connection.
              if (!isThere && isHeldBack.value) return
              arrivals++
              onConnection(isThere)
              if (!isThere) return
              readBinOnce(ended)
              expectFeed(Math.max(0, ...outbox.value.map(({ seq = 0 }) => seq)), ended)
            },
            onSilence: () => readDespiteSilence(ended),
          },
        )
        for await (const changes of events) {
          take(since, changes)
          since = changes.seq
        }
      } finally {
        await taking
      }
    } catch (error) {
      if (signal.aborted || isSignedOut(error)) return
      onConnection(false)
      if (isProblem(error, 'cursor_gone')) {
        isDoubted = true
        if (!isStartingOver) continue
      }
      if (confirmed.value.workspace.projects === undefined) loadFailure.value = error
      await pause(Math.max(5000, retryAfter(error) * 1000), ended)
    } finally {
      attempt.abort()
      if (loadAnew === doubt) loadAnew = undefined
    }
  }
  isConnected.value = undefined
  isHeldBack.value = false
}

const onConnection = (isThere: boolean, isSilent = false) => {
  isConnected.value = isThere
  isHeldBack.value = isSilent
  broadcast({ is: 'connection', isThere, isHeldBack: isSilent })
}

let arrivals = 0

async function readDespiteSilence(signal: AbortSignal): Promise<void> {
  const before = arrivals
  const isThere = await readOn(signal).then(
    () => true,
    () => false,
  )
  if (signal.aborted || arrivals !== before) return
  onConnection(isThere, isThere)
  if (isThere) readBinOnce(signal)
}

/** Reconnects: an open stream may not notice for a while that the network is gone. */
export function doubtConnection(): void {
  isConnected.value = false
  look.fire()
}

/** Cuts the pause short when there is a reason to retry now. */
async function abortOnLook(attempt: AbortController, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await look.wait(ended)
    if (isConnected.value === false) attempt.abort()
    else if (isHeldBack.value) readDespiteSilence(ended)
  }
}

/**
 * Reloads everything, because the server can't continue from our cursor (a backup may have been restored) or the person asked
 * for it. Operations that were answered but not confirmed by the feed may be lost on the server, so they are sent again; their
 * idempotency keys make that harmless.
 */
async function startOver(signal: AbortSignal): Promise<void> {
  const answered = outbox.value.filter(({ seq }) => seq !== undefined)
  seen = Math.max(seen, confirmed.value.seq, ...answered.map(({ seq = 0 }) => seq))
  await settle({ answered: answered.map(({ seq: _, ...unanswered }) => unanswered) })
  forgetAnswers()
  await takeSnapshot(signal, seen)
  seen = 0
}

/** Polls until the state has reached `seq`, for when the stream lags behind. */
export async function catchUp(seq: number, signal: AbortSignal): Promise<void> {
  while (confirmed.value.seq < seq && !signal.aborted) {
    const since = confirmed.value.seq
    const changes = await api.changes({ since }, { signal })
    await take(since, changes)
    if (changes.more || changes.seq >= seq) continue
    // The server gave out this number and no longer has it.
    reloadHere()
    throw new Error('The server was set back.')
  }
}

/** The stream should bring an answered change within moments. If it does not, polls. */
export function expectFeed(seq: number, signal: AbortSignal): void {
  setTimeout(() => {
    if (confirmed.value.seq < seq && !signal.aborted) catchUp(seq, signal).catch(() => {})
  }, 2000)
}

/** Polls until nothing is left to read. */
export async function readOn(signal: AbortSignal): Promise<void> {
  for (let isMore = true; isMore; ) {
    const since = confirmed.value.seq
    const changes = await api.changes({ since }, { signal })
    await take(since, changes)
    isMore = changes.more
  }
}

/** In milliseconds. */
const moment = 100

let pages: { since: number; changes: Changes }[] = []
let taking: Promise<void> | undefined

/** Debounces: a large batch arrives as many pages, and those that arrive together are shown and written together. */
async function take(since: number, changes: Changes): Promise<void> {
  pages.push({ since, changes })
  taking ??= takeAll().finally(() => {
    taking = undefined
  })
  await taking
}

async function takeAll(): Promise<void> {
  while (pages.length > 0) {
    await hold
    const taken = pages
    pages = []
    const before = confirmed.value
    let after = before
    const whole: Changes[] = []
    for (const { since, changes } of taken) {
      if (since > after.seq) continue
      after = takeNext(after, changes)
      whole.push(changes)
    }
    if (after !== before) {
      const passed = advance(after)
      await saveRows(rowsBetween(before, confirmed.value), passed, before.seq)
      // That is how the feed shows that something was permanently deleted elsewhere.
      if (passed.length === 0 && whole.every(isEmpty) && isKnown()) readBinForAll()
      await pause(moment, undefined)
      // After writing, because a tab that missed something reads it from the disk; and with what was answered meanwhile.
      tellChanges(before.seq, whole)
    }
    // Another tab wrote an older state, which is shown now: restart the stream from there.
    if (taken.some(({ changes }) => changes.seq > confirmed.value.seq)) readAgain?.()
  }
}

const isEmpty = ({ projects, cards, positions, deleted }: Changes) =>
  [projects, cards, positions, deleted].every(({ length }) => length === 0)

const takeNext = (now: Confirmed, changes: Changes) => (changes.seq <= now.seq ? now : takeIn(now, changes))

/** Seldom needed. Loaded early, because the server may have another version later. */
const comparing = () => import('../store/lost.ts')

async function takeSnapshot(signal: AbortSignal, seen = confirmed.value.seq): Promise<void> {
  const snapshot = await beginAgain(api, seen, { signal, timeout: 120_000 })
  const isKnown = confirmed.value.workspace.projects && snapshot.set_backs?.length
  const { lostFrom, setBackTo } = isKnown ? await comparing() : {}
  const from = setBackTo?.(confirmed.value, snapshot)
  // The bin on this device is that of the lost state.
  const bin = from === undefined ? undefined : (await api.listBin({}, { signal })).items
  await hold
  const before = confirmed.value
  const lost = (from !== undefined && lostFrom?.(before.workspace, snapshot, from, bin)) || []
  const after = takeInAll(before, snapshot)
  const passed = advance(bin ? { ...after, workspace: { ...after.workspace, bin } } : after, { lost })
  loadFailure.value = undefined
  const deleted = { cards: [], projects: [], statuses: [] }
  await saveRows({ ...snapshot, deleted, isAll: true, lost, ...(bin && { bin }) }, passed, before.seq)
  broadcast({ is: 'account' })
  toSend.fire()
}

/** Applies pages that the leading tab has received. False if earlier ones are missing here. */
export async function takeFromLeader({ since, pages, confirmed: numbers }: Pages): Promise<boolean> {
  await hold
  const before = confirmed.value
  const after = pages.reduce(takeNext, before)
  if (since > before.seq) return false
  advance(after, { numbers })
  return true
}

/** In milliseconds. Showing the account and sending the first changes come first. */
const notAtOnce = 1000

const isKnown = () => confirmed.value.workspace.bin !== undefined

/** Reads the bin once, so that it is available offline: the feed brings everything but the bin. */
async function readBinOnce(signal: AbortSignal): Promise<void> {
  if (isKnown()) return
  await pause(notAtOnce, signal)
  // The bin's own page may have read it meanwhile.
  if (!isKnown() && !signal.aborted) await readBinForAll(signal)
}

/** If it fails, the next connection reads it, and so does the bin's own page. */
async function readBinForAll(signal?: AbortSignal): Promise<void> {
  try {
    await readBin(signal)
    broadcast({ is: 'account' })
  } catch {}
}

export const readBin = (signal?: AbortSignal): Promise<void> =>
  takeBin(async () => (await api.listBin({}, { signal })).items)
