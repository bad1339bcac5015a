import { type DueFilter, spans } from '../../board/due.ts'
import { type Day, dayIn } from '../../board/text/days.ts'
import { setDue, setEvery } from '../../board/text/marks.ts'
import { type Dates, enterTypedDate, readDateWords, typedDate } from '../../board/text/typed-dates.ts'
import { UsageError } from '../command.ts'

/** The person's day, in the time zone of this machine. */
export const thisDay = (): Day => dayIn(new Date())

/** What `ls --due` asks for. */
export const readSpan = (words: string, today: Day): DueFilter =>
  spans.find((span) => span === words.trim().toLowerCase()) ?? { day: readDate(words, today).due.day }

/** The date that `--due` gives. */
export function readDate(words: string, today: Day): Dates {
  const found = readDateWords(words, today)
  if (found) return found
  throw new UsageError(
    `--due needs a date, such as tomorrow, fri, "20 nov" or 2026-11-20, with a time if you like: "fri 3pm".`,
  )
}

/** A repetition that the text has stays, unless there is another one. */
export function withDates(text: string, { due, every }: Dates): string {
  const dated = setDue(text, due)
  return every ? setEvery(dated, every) : dated
}

/** With the date that a person has typed at the end of the first line, if there is one. */
export function withTypedDate(text: string, today: Day): string {
  const typed = typedDate(text, today)
  return typed ? enterTypedDate(text, typed) : text
}
