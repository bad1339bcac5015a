import { computed, signal } from '@preact/signals'
import { explain } from '../session/api.ts'

export interface Notice {
  text: string
  /** Added for screen readers. */
  more?: string | undefined
  /** An error: stays until it is dismissed, or holds no more. */
  bad?: boolean
  /** The person has just seen it happen, so the message disappears sooner. */
  brief?: boolean
  action?: { label: string; run: () => unknown }
  /** It goes when this turns false. */
  holds?: () => boolean
}

export type ShownNotice = Notice & { id: number }

const last = signal<ShownNotice | undefined>()

/** The last message. A new one replaces it: people want to undo what they did last. */
export const notice = computed(() => (last.value?.holds?.() === false ? undefined : last.value))

const allComplaints = signal<readonly ShownNotice[]>([])

/** Errors that were not dismissed yet, oldest first. */
export const complaints = computed(() => allComplaints.value.filter(({ holds }) => holds?.() !== false))
const maxComplaints = 3

/** The texts of the live regions for screen readers. */
export const announcement = signal('')
export const alarm = signal('')

let count = 0

export function notify(next: Notice): void {
  const shown = { ...next, id: ++count }
  if (!next.bad) {
    last.value = shown
    return
  }
  const others = complaints.value.filter(({ text }) => text !== next.text)
  allComplaints.value = [...others, shown].slice(-maxComplaints)
  alarm.value = unlike(alarm.value, next.text)
}

export const complain = (error: unknown, what: string, retry?: () => unknown) =>
  notify({
    text: `${what} ${explain(error)}`,
    bad: true,
    ...(retry && { action: { label: 'Try again', run: retry } }),
  })

/** For screen readers only: describes what is visible to others. */
export function announce(text: string): void {
  announcement.value = unlike(announcement.value, text)
}

/** A live region is read aloud only when its text changes, so a repeated text gets an invisible difference. */
const unlike = (before: string, text: string) => (before === text ? `${text}\u00a0` : text)

export function dismissAll(): void {
  last.value = undefined
  allComplaints.value = []
  alarm.value = ''
}

export function dismiss({ id }: ShownNotice): void {
  if (last.value?.id === id) last.value = undefined
  allComplaints.value = complaints.value.filter((one) => one.id !== id)
  if (complaints.value.length === 0) alarm.value = ''
}
