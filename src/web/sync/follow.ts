import { signal } from '@preact/signals'
import { pause } from '../../client/failures.ts'
import type { Changes } from '../../contract/feed.ts'
import { api, isProblem, isSignedOut, retryAfter } from '../api.ts'
import { confirmed, waiting } from '../state/changes.ts'
import { takeIn, takeInAll } from '../state/take-in.ts'
import { look } from './bells.ts'
import { advance, rowsOf, saveRows, settle } from './kept.ts'
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

/** Takes in what happens to the account, for as long as this tab leads. */
export async function followFeed(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const attempt = new AbortController()
    const ended = AbortSignal.any([signal, attempt.signal])
    abortOnLook(attempt, ended)
    try {
      if (confirmed.value.workspace.projects === undefined) await takeSnapshot(ended)
      for await (const changes of api.events({ since: confirmed.value.seq }, { signal: ended, onConnection }))
        await take(changes)
    } catch (error) {
      if (signal.aborted || isSignedOut(error)) return
      onConnection(false)
      if (isProblem(error, 'cursor_gone') && (await beganAgain(signal))) continue
      if (confirmed.value.workspace.projects === undefined) loadFailure.value = error
      await pause(Math.max(5000, retryAfter(error) * 1000), ended)
    } finally {
      attempt.abort()
    }
  }
  isConnected.value = undefined
}

const onConnection = (isThere: boolean) => {
  isConnected.value = isThere
  tell({ is: 'connection', isThere })
}

/** Tries again at once when there is a new reason to, rather than at the end of a pause. */
async function abortOnLook(attempt: AbortController, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await look.rung(ended)
    if (isConnected.value === false) attempt.abort()
  }
}

/**
 * The server cannot go on from the state that is known here: perhaps a backup was restored. What it has answered since
 * then may be lost there, so it is sent again. What is not lost is known there by its key.
 */
async function beganAgain(signal: AbortSignal): Promise<boolean> {
  const answered = waiting.value.filter(({ seq }) => seq !== undefined)
  await settle({ answered: answered.map(({ n, key, operation }) => ({ n, key, operation })) })
  return await takeSnapshot(signal).then(
    () => true,
    () => false,
  )
}

/** For when the stream does not bring what is known to be there. */
export async function catchUp(seq: number, signal: AbortSignal): Promise<void> {
  while (confirmed.value.seq < seq && !signal.aborted) {
    await take(await api.changes({ since: confirmed.value.seq }, { signal }))
  }
}

async function take(changes: Changes): Promise<void> {
  await hold
  const before = confirmed.value
  if (changes.seq <= before.seq) return
  const after = takeIn(before, changes)
  const passed = advance(after)
  await saveRows(rowsOf(before, changes, after), passed)
  // Once they are on the disk: a tab that has missed something reads it from there.
  tell({ is: 'changes', since: before.seq, changes })
}

async function takeSnapshot(signal: AbortSignal): Promise<void> {
  const snapshot = await api.changes({}, { signal, timeout: 120_000 })
  await hold
  const passed = advance(takeInAll(confirmed.value, snapshot))
  loadFailure.value = undefined
  const deleted = { cards: [], projects: [], statuses: [] }
  await saveRows({ ...snapshot, deleted, isAll: true }, passed)
  tell({ is: 'account' })
}

/** In a tab that does not lead: what the leading tab has taken in. False if something before it is missing here. */
export async function takeFromLeader(since: number, changes: Changes): Promise<boolean> {
  await hold
  const before = confirmed.value
  if (changes.seq <= before.seq) return true
  if (since > before.seq) return false
  advance(takeIn(before, changes))
  return true
}
