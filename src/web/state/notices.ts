import { signal } from '@preact/signals'
import { explain } from '../api.ts'

export interface Notice {
  text: string
  bad?: boolean
  action?: { label: string; run: () => unknown }
}

/** The message on the page. There is one at a time: a person wants to undo or retry what happened last. */
export const notice = signal<(Notice & { id: number }) | undefined>()

/** The text of a live region that only screen readers notice. */
export const announcement = signal('')

let count = 0

export function notify(next: Notice): void {
  notice.value = { ...next, id: ++count }
}

export const complain = (error: unknown, what: string, retry?: () => unknown) =>
  notify({
    text: `${what} ${explain(error)}`,
    bad: true,
    ...(retry && { action: { label: 'Try again', run: retry } }),
  })

/** Tells a screen reader what others see happen. */
export function announce(text: string): void {
  // A live region is read aloud only when its text changes, so a repeated text gets an invisible difference.
  announcement.value = announcement.value === text ? `${text}\u00a0` : text
}

export const dismiss = () => {
  notice.value = undefined
}
