import { type ReadonlySignal, signal } from '@preact/signals'
import { type Day, dayIn } from '../../board/text/days.ts'

const day = signal(dayIn(new Date()))

/** The person's current day, in the time zone of this device. */
export const today: ReadonlySignal<Day> = day

let timer: ReturnType<typeof setTimeout> | undefined

/** Looks at the clock now and at the next midnight. */
function look(): void {
  const now = new Date()
  day.value = dayIn(now)
  clearTimeout(timer)
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  timer = setTimeout(look, midnight.getTime() - now.getTime())
}

look()
// Timers stand still while a device sleeps, and it may wake up in another time zone.
document.addEventListener('visibilitychange', look)
