import { computed, effect, signal } from '@preact/signals'
import { stored } from '../device/local-storage.ts'
import { foreign, lostChanges, refusals, stale, unsent, type Waiting } from '../model/changes.ts'
import { countChanges } from '../model/operations.ts'
import { count } from '../model/wording.ts'
import { explainLostToken } from '../session/api.ts'
import { open } from '../state/dialogs.ts'
import { announce, complaints, dismiss, notify } from '../state/notices.ts'
import { isKept, type Keeping, keeping } from '../sync/disk.ts'
import { isConnected, isHeldBack } from '../sync/follow.ts'

// The sync status in a few words. Short interruptions and delays are normal, so only lasting ones are shown.

const untilLate = 2000
const untilAway = 2000

/** A debounced condition: true once it has held for a while. */
function lasting(isSo: () => boolean, patience: number) {
  const now = computed(isSo)
  const lasts = signal(false)
  effect(() => {
    if (!now.value) {
      lasts.value = false
      return
    }
    const timer = setTimeout(() => {
      lasts.value = true
    }, patience)
    return () => clearTimeout(timer)
  })
  return lasts
}

const isLate = lasting(() => unsent.value.length + foreign.value.length > 0, untilLate)
export const isAway = lasting(() => isConnected.value === false, untilAway)

const operationsOf = (entries: readonly Waiting[]) => entries.map(({ operation }) => operation)
export const changesOf = (entries: readonly Waiting[]) => countChanges(operationsOf(entries))

export const unsentChanges = computed(() => changesOf(unsent.value) + foreign.value.length)

/** Changes that need a decision. */
const undecided = computed(
  () => refusals.value.length + changesOf(stale.value) + changesOf(lostChanges.value),
)

/** Changes that are sent without one. */
const waiting = computed(() => unsentChanges.value - changesOf(stale.value))

export const inChanges = (number: number) => (number === 1 ? '1 change' : `${count(number)} changes`)

export const inUnsent = (number: number) =>
  number === 1 ? '1 unsent change' : `${count(number)} unsent changes`

export type SyncState = 'refused' | 'offline' | 'adrift' | 'waiting' | 'late'

/** The changes that would be lost, in words; empty if there are none. */
export const inLost = (changes: number, texts: number) =>
  [
    changes > 0 && inUnsent(changes),
    texts > 0 && `${texts === 1 ? '1 text' : `${count(texts)} texts`} that you have typed but not saved`,
  ]
    .filter(Boolean)
    .join(' and ')

/** The most important thing to say; nothing if all is well. */
export const syncState = computed((): SyncState | undefined => {
  if (refusals.value.length + stale.value.length + lostChanges.value.length > 0) return 'refused'
  if (isAway.value) return isKept.value ? 'offline' : 'adrift'
  if (isLate.value) return 'waiting'
  return isHeldBack.value ? 'late' : undefined
})

/** The number on the mark: what needs a decision, else what waits. */
export const marked = computed(() => undecided.value || waiting.value)

/** The label of the mark: everything there is to say, the most important first. */
export function shortly(): string {
  const parts = []
  if (undecided.value > 0)
    parts.push(`${inChanges(undecided.value)} ${undecided.value === 1 ? 'needs' : 'need'} your attention`)
  if (isAway.value) parts.push('Offline')
  if (waiting.value > 0 && (isAway.value || isLate.value)) parts.push(`${inChanges(waiting.value)} waiting`)
  if (isAway.value && !isKept.value) parts.push('nothing is kept on this device')
  else if (parts.length === 1 && isAway.value) parts.push('everything is kept on this device')
  return parts.join(' · ') || 'Updates arrive late'
}

/** In the dialog, and for screen readers: without numbers, so that it is said once. */
export function atLength(now: SyncState): string {
  const lost = now === 'offline' ? explainLostToken() : undefined
  return lost ? `${lost} Everything you do is kept on this device.` : sentences[now]
}

const sentences: Record<SyncState, string> = {
  refused: 'Some changes are not saved and need your decision.',
  offline:
    'You are offline. Everything you do is kept on this device, and sent when the server can be reached.',
  adrift: 'The server cannot be reached. What you do now is lost when you leave this page.',
  waiting: 'Some changes are waiting to be sent.',
  late: 'Changes from other devices arrive late: a proxy holds back the event stream.',
}

export const allSent = 'Everything has reached the server.'

/** Announces changes of the status. Returns a function that stops it. */
export function announceStanding(): () => void {
  let before: SyncState | undefined
  return effect(() => {
    const now = syncState.value
    if (now === before) return
    if (now) announce(atLength(now))
    else if (unsent.peek().length === 0) announce(allSent)
    before = now
  })
}

const isTold = stored('told-unkept', false)

type Trouble = Exclude<Keeping, 'kept' | 'never'>

const troubles: Record<Trouble, string> = {
  full: 'This device is full. Your changes are only kept once the server has them.',
  lost: 'This browser has stopped keeping your changes. They are only kept once the server has them.',
  old: 'This browser holds data of an older Inboard. Open this page with Inboard 0.10.1 first, so that nothing unsent is lost.',
  outdated:
    'A newer version of Inboard is open in another tab. Reload this page to use it: your changes are kept.',
}

const isTrouble = (now: Keeping): now is Trouble => now in troubles

/** Reports when this browser stops storing changes, and when it can again. Returns a function that stops it. */
export function tellUnkept(): () => void {
  let before: Keeping = 'kept'
  return effect(() => {
    const now = keeping.value
    const why = { label: 'Why?', run: () => open('outbox') }
    if (now === 'kept' && isTrouble(before)) {
      const told = troubles[before]
      for (const one of complaints.peek()) if (one.text === told) dismiss(one)
      notify({ text: 'Your changes are kept on this device again.' })
    }
    if (isTrouble(now) && now !== before)
      notify({
        text: troubles[now],
        bad: true,
        action: now === 'outdated' ? { label: 'Reload', run: () => location.reload() } : why,
      })
    // Said only once, since it is the same at every visit.
    if (now === 'never' && !isTold.peek()) {
      isTold.value = true
      notify({ text: 'Here your changes are only kept once the server has them.', action: why })
    }
    before = now
  })
}
