import { signal } from '@preact/signals'
import { beginAgain } from '../../client/begin-again.ts'
import { pause } from '../../client/failures.ts'
import type { Changes } from '../../contract/feed.ts'
import { api, isProblem, isSignedOut, retryAfter } from '../api.ts'
import { confirmed, outbox } from '../state/changes.ts'
import { type Confirmed, takeIn, takeInAll } from '../state/take-in.ts'
import { look, toSend } from './bells.ts'
import { readBinOnce } from './bin.ts'
import { advance, rowsBetween, saveRows, settle } from './kept.ts'
import { forgetHeard } from './known.ts'
import { tell } from './tabs.ts'

/** Whether this browser is connected to the server, as far as is known. */
export const isConnected = signal<boolean | undefined>()

/** Why the account could not be loaded, while it is not known at all. */
export const loadFailure = signal<unknown>()

let hold: Promise<void> | undefined

/** Nothing changes under the person's hand until they let go, by calling what this returns. */
export function holdStill(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  return resolve
}

/** The highest number that this device has seen, until it has started over. */
let seen = 0

/** Only while this tab leads. */
let loadAnew: (() => void) | undefined
let readAgain: (() => void) | undefined

/** Loads everything anew, if this tab leads. What waits to be sent stays. */
export function reloadHere(): boolean {
  loadAnew?.()
  return loadAnew !== undefined
}

/** For a person who does not trust what they see. */
export function reloadEverything(): void {
  if (!reloadHere()) tell({ is: 'reload' })
}

/** Takes in what happens to the account, for as long as this tab leads. */
export async function followFeed(signal: AbortSignal): Promise<void> {
  let isDoubted = false
  // It may be of the account before.
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
              onConnection(isThere)
              if (!isThere) return
              readBinOnce(ended)
              expectFeed(Math.max(0, ...outbox.value.map(({ seq = 0 }) => seq)), ended)
            },
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
}

const onConnection = (isThere: boolean) => {
  isConnected.value = isThere
  tell({ is: 'connection', isThere })
}

/**
 * An open stream may not notice for a while that the network is gone. If the server can be reached all the same, the next
 * attempt says so.
 */
export function doubtConnection(): void {
  isConnected.value = false
  look.ring()
}

/** Tries again at once when there is a new reason to, rather than at the end of a pause. */
async function abortOnLook(attempt: AbortController, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await look.rung(ended)
    if (isConnected.value === false) attempt.abort()
  }
}

/**
 * Loads everything again: the server can't continue from the state that is known here, perhaps because a backup was restored, or the
 * person asks for it. Operations that the server has answered and the feed has not confirmed may be lost there, so they are sent again;
 * their keys make that harmless.
 */
async function startOver(signal: AbortSignal): Promise<void> {
  const answered = outbox.value.filter(({ seq }) => seq !== undefined)
  seen = Math.max(seen, confirmed.value.seq, ...answered.map(({ seq = 0 }) => seq))
  await settle({ answered: answered.map(({ seq: _, ...unanswered }) => unanswered) })
  forgetHeard()
  await takeSnapshot(signal, seen)
  seen = 0
  toSend.ring()
}

/** For when the stream does not bring what is known to be there. */
export async function catchUp(seq: number, signal: AbortSignal): Promise<void> {
  while (confirmed.value.seq < seq && !signal.aborted) {
    const since = confirmed.value.seq
    const changes = await api.changes({ since }, { signal })
    await take(since, changes)
    if (changes.more || changes.seq >= seq) continue
    // It has answered with a number that it doesn't have any more.
    reloadHere()
    throw new Error('The server was set back.')
  }
}

/** The stream brings what the server has answered within a moment. If it does not, it is asked for. */
export function expectFeed(seq: number, signal: AbortSignal): void {
  setTimeout(() => {
    if (confirmed.value.seq < seq && !signal.aborted) catchUp(seq, signal).catch(() => {})
  }, 2000)
}

/** Takes in whatever has happened by now. */
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

/** A batch of many operations comes as many pages. Those that come within a moment are shown and written together. */
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
      await saveRows(rowsBetween(before, after), passed, before.seq)
      // Once they are on the disk: a tab that has missed something reads it from there.
      tell({ is: 'changes', since: before.seq, pages: whole })
      await pause(moment, undefined)
    }
    // Another tab had written less than this one knew, and that is shown now: the stream begins again from there.
    if (taken.some(({ changes }) => changes.seq > confirmed.value.seq)) readAgain?.()
  }
}

const takeNext = (now: Confirmed, changes: Changes) => (changes.seq <= now.seq ? now : takeIn(now, changes))

async function takeSnapshot(signal: AbortSignal, seen = confirmed.value.seq): Promise<void> {
  const snapshot = await beginAgain(api, seen, { signal, timeout: 120_000 })
  await hold
  const before = confirmed.value
  const passed = advance(takeInAll(before, snapshot))
  loadFailure.value = undefined
  const deleted = { cards: [], projects: [], statuses: [] }
  await saveRows({ ...snapshot, deleted, isAll: true }, passed, before.seq)
  tell({ is: 'account' })
}

/** In a tab that does not lead: what the leading tab has taken in. False if something before it is missing here. */
export async function takeFromLeader(since: number, taken: readonly Changes[]): Promise<boolean> {
  await hold
  const before = confirmed.value
  const after = taken.reduce(takeNext, before)
  if (after === before) return true
  if (since > before.seq) return false
  advance(after)
  return true
}
