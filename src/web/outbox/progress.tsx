import { effect, signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { count } from '../state/described.ts'
import { announce } from '../state/notices.ts'
import { sendable } from '../state/sendable.ts'
import { allSent, isAway, standing } from './standing.ts'

/** As many as take more than a moment. */
const many = 50

/** How many are being sent, from the first to the last of them; 0 if there are not many. */
const total = signal(0)

function watchOutbox(): () => void {
  let before = 0
  let isMarked = false
  return effect(() => {
    const { length } = sendable.value
    isMarked ||= standing.peek() !== undefined
    if (length === 0) {
      // Where there was a mark, its end is said already.
      if (total.peek() > 0 && !isMarked) announce(allSent)
      total.value = 0
      isMarked = false
    } else if (total.peek() > 0) total.value += Math.max(0, length - before)
    else if (length > many) {
      total.value = length
      announce(`Sending ${count(length)} changes.`)
    }
    before = length
  })
}

/** How far many changes have come. */
export function SendingProgress() {
  useLayoutEffect(watchOutbox, [])
  const all = total.value
  if (all === 0 || isAway.value) return null
  const sent = all - sendable.value.length
  const text = `${count(sent)} of ${count(all)} sent`
  return (
    <div
      class="progress"
      role="progressbar"
      aria-label="Sending changes"
      aria-valuemin={0}
      aria-valuemax={all}
      aria-valuenow={sent}
      aria-valuetext={text}
    >
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={(100 * sent) / all} height="1" />
      </svg>
      <span class="small">{text}</span>
    </div>
  )
}
