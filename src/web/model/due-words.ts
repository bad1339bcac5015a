import { everyInWords } from '../../board/due.ts'
import { type Day, daysBetween } from '../../board/text/days.ts'
import type { Due, Every } from '../../board/text/marks.ts'
import { locale } from './locale.ts'

/** Words are in English, but people read the time as they are used to: “3:30 PM” or “15:30”. */
const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()

/** “Today”, “Tomorrow 15:30”, “Fri”, “Fri 27 Nov”, “Fri 19 Nov 2027”. */
export function dueWords({ day, time }: Due, today: Day, language = locale, hours = hourCycle): string {
  const words = dayWords(day, today, language)
  return time === null ? words : `${words} ${timeWords(time, language, hours)}`
}

function dayWords(day: Day, today: Day, language: string): string {
  const ahead = daysBetween(today, day)
  const near = nearby[ahead]
  if (near) return near
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return written(day, language, {
    weekday: 'short',
    ...((ahead < 0 || ahead > 6) && {
      day: 'numeric',
      month: 'short',
      ...(!isThisYear && { year: 'numeric' }),
    }),
  })
}

const nearby: Readonly<Record<number, string>> = { [-1]: 'Yesterday', 0: 'Today', 1: 'Tomorrow' }

export const timeWords = (time: string, language = locale, hours = hourCycle) =>
  written(`1970-01-01T${time}Z`, language, {
    hour: 'numeric',
    minute: '2-digit',
    ...(hours && { hourCycle: hours }),
  })

const formats = new Map<string, Intl.DateTimeFormat>()

/** Creating a format takes longer than using it a hundred times. */
function written(instant: string, language: string, options: Intl.DateTimeFormatOptions): string {
  const key = language + Object.values(options).join()
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  formats.set(key, format)
  return format.format(new Date(instant))
}

export const everyWords = (every: Every) => `Repeats ${everyInWords(every)}`
