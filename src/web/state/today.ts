import { type ReadonlySignal, signal } from '@preact/signals'

const day = signal(dayHere())

/** The person's current day, such as 2026-11-20, in the time zone of this device. */
export const today: ReadonlySignal<string> = day

function dayHere(): string {
  const now = new Date()
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Looks at the clock now and at the next midnight. */
function look(): void {
  day.value = dayHere()
  clearTimeout(timer)
  const now = new Date()
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  timer = setTimeout(look, midnight.getTime() - now.getTime())
}

look()
// Timers stand still while a device sleeps, and it may wake up in another time zone.
document.addEventListener('visibilitychange', look)
