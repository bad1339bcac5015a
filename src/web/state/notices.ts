import { signal } from '@preact/signals'
import { explain } from '../api.ts'

export interface Notice {
  text: string
  /** A complaint: it stays until the person has dealt with it. */
  bad?: boolean
  /** Something that the person did and can see: the message is soon gone. */
  brief?: boolean
  action?: { label: string; run: () => unknown }
}

export type ShownNotice = Notice & { id: number }

/** The last message. A new one replaces it: a person wants to undo what they did last. */
export const notice = signal<ShownNotice | undefined>()

/** What went wrong and was not dealt with yet, the oldest first. */
export const complaints = signal<readonly ShownNotice[]>([])
const mostComplaints = 3

/** The texts of live regions that only screen readers notice. */
export const announcement = signal('')
export const alarm = signal('')

let count = 0

export function notify(next: Notice): void {
  const shown = { ...next, id: ++count }
  if (!next.bad) {
    notice.value = shown
    return
  }
  const others = complaints.value.filter(({ text }) => text !== next.text)
  complaints.value = [...others, shown].slice(-mostComplaints)
  alarm.value = unlike(alarm.value, next.text)
}

export const complain = (error: unknown, what: string, retry?: () => unknown) =>
  notify({
    text: `${what} ${explain(error)}`,
    bad: true,
    ...(retry && { action: { label: 'Try again', run: retry } }),
  })

/** Tells a screen reader what others see happen. */
export function announce(text: string): void {
  announcement.value = unlike(announcement.value, text)
}

/** A live region is read aloud only when its text changes, so a repeated text gets an invisible difference. */
const unlike = (before: string, text: string) => (before === text ? `${text}\u00a0` : text)

export function dismissAll(): void {
  notice.value = undefined
  complaints.value = []
  alarm.value = ''
}

export function dismiss({ id }: ShownNotice): void {
  if (notice.value?.id === id) notice.value = undefined
  complaints.value = complaints.value.filter((one) => one.id !== id)
  if (complaints.value.length === 0) alarm.value = ''
}
