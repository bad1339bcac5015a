import { computed, effect, signal } from '@preact/signals'
import { foreign, unsent, type Waiting } from '../state/changes.ts'
import { changesIn, count } from '../state/described.ts'
import { announce } from '../state/notices.ts'
import { refusals } from '../state/refusals.ts'
import { stale } from '../state/sendable.ts'
import { isKept } from '../sync/disk.ts'
import { isConnected } from '../sync/follow.ts'

// How things stand between this device and the server, in a few words. Connections come and go, and every change waits
// for a moment: only what lasts is mentioned.

const untilLate = 2000
const untilAway = 2000

/** Whether something has been so for a while. */
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

const changesOf = (entries: readonly Waiting[]) => changesIn(entries.map(({ operation }) => operation)).length

export const unsentChanges = computed(() => changesOf(unsent.value) + foreign.value.length)

/** Those that the person has to decide about. */
const undecided = computed(() => refusals.value.length + changesOf(stale.value))

export const inChanges = (number: number) => (number === 1 ? '1 change' : `${count(number)} changes`)

export type Standing = 'refused' | 'offline' | 'adrift' | 'waiting'

/** The most important thing to say; nothing if all is well. */
export const standing = computed((): Standing | undefined => {
  if (undecided.value > 0) return 'refused'
  if (isAway.value) return isKept.value ? 'offline' : 'adrift'
  return isLate.value ? 'waiting' : undefined
})

/** On the mark. */
export function shortly(is: Standing): string {
  switch (is) {
    case 'refused':
      return `${inChanges(undecided.value)} ${undecided.value === 1 ? 'needs' : 'need'} you`
    case 'offline':
      return 'Offline · everything is kept on this device'
    case 'adrift':
      return 'Offline · nothing is kept on this device'
    case 'waiting':
      return `${inChanges(unsentChanges.value)} waiting`
  }
}

/** In the dialog, and for screen readers: without numbers, so that it is said once. */
export const atLength: Record<Standing, string> = {
  refused: 'Some changes are not saved and need your decision.',
  offline:
    'You are offline. Everything you do is kept on this device, and sent when the server can be reached.',
  adrift: 'The server cannot be reached. What you do now is lost when you leave this page.',
  waiting: 'Some changes are waiting to be sent.',
}

export const allSent = 'Everything has reached the server.'

/** Tells screen readers when it changes. Returns a way to stop it. */
export function announceStanding(): () => void {
  let before: Standing | undefined
  return effect(() => {
    const now = standing.value
    if (now === before) return
    if (now) announce(atLength[now])
    else if (unsent.peek().length === 0) announce(allSent)
    before = now
  })
}
