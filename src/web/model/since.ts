import { locale } from './locale.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** When something happened, for the end of a sentence: “just now”, “yesterday”, “on Monday”, “on November 3”. */
export function since(time: number, now = Date.now(), language = locale): string {
  // The clocks of the device and the server may differ.
  if (now - time < minute) return 'just now'
  const days = Math.round((midnightOf(now) - midnightOf(time)) / day)
  if (days === 0) return 'today'
  if (days === 1) return 'yesterday'
  const date = new Date(time)
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  const options: Intl.DateTimeFormatOptions =
    days < 7
      ? { weekday: 'long' }
      : { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) }
  return `on ${date.toLocaleDateString(language, options)}`
}

const midnightOf = (time: number) => new Date(time).setHours(0, 0, 0, 0)
