import { computed, effect, signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { sendable } from '../model/changes.ts'
import { count } from '../model/wording.ts'
import { Icon } from '../parts/icons.tsx'
import { open } from '../state/dialogs.ts'
import { announce } from '../state/notices.ts'
import { allSent, changesOf, isAway, marked, shortly, standing } from './status.ts'

const icons = {
  refused: 'alert',
  offline: 'offline',
  adrift: 'offline',
  waiting: 'upload',
  late: 'auto',
} as const

/** A small button that shows unsent or refused changes and the connection. Hidden while all is well. */
export function OutboxMark() {
  const is = standing.value
  if (!is) return null
  return (
    <button type="button" class={`bar row mark ${is}`} onClick={() => open('outbox')}>
      <Icon name={icons[is]} />
      <span class="name">{shortly()}</span>
      {marked.value > 0 && (
        <span class="number" aria-hidden="true">
          {count(marked.value)}
        </span>
      )}
    </button>
  )
}

/** From this number on, sending takes noticeably long. */
const many = 50

/** In changes, as everywhere: one operation may move many cards. */
const left = computed(() => changesOf(sendable.value))

/** How many changes the current run sends; 0 if there are only a few. */
const total = signal(0)

function watchOutbox(): () => void {
  let before = 0
  let isMarked = false
  return effect(() => {
    const { length } = sendable.value
    isMarked ||= standing.peek() !== undefined
    if (length === 0) {
      // If the mark was shown, its end is announced already.
      if (total.peek() > 0 && !isMarked) announce(allSent)
      total.value = 0
      isMarked = false
    } else if (total.peek() > 0) {
      total.value += Math.max(0, left.value - before)
      before = left.value
    } else if (length > many) {
      before = left.value
      total.value = before
      announce(`Sending ${count(before)} changes.`)
    }
  })
}

const sent = () => total.value - left.value

const sentSoFar = () =>
  total.value === 0 || isAway.value ? undefined : `${count(sent())} of ${count(total.value)} sent`

/** A progress bar for sending many changes. */
export function SendingProgress() {
  useLayoutEffect(watchOutbox, [])
  const text = sentSoFar()
  if (!text) return null
  return (
    <div
      class="progress"
      role="progressbar"
      aria-label="Sending changes"
      aria-valuemin={0}
      aria-valuemax={total.value}
      aria-valuenow={sent()}
      aria-valuetext={text}
    >
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={(100 * sent()) / total.value} height="1" />
      </svg>
    </div>
  )
}

/** The same in words, for the eye. */
export const SentSoFar = () => {
  const text = sentSoFar()
  return text && <span class="sent quiet small">{text}</span>
}
