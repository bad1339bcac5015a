import { plain } from '../../board/text/inline.ts'
import { readMarks, titleOf } from '../../board/text/marks.ts'
import type { Database, Reader } from '../db/database.ts'
import { findCursor } from '../feed/changes.ts'

/** A calendar as iCalendar (RFC 5545). */
export interface Calendar {
  /** The state of the account that it shows. */
  seq: number
  body: string
}

const head = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Inboard//Inboard//EN',
  'CALSCALE:GREGORIAN',
  'NAME:Inboard',
  // Most programs read this in place of NAME (RFC 7986).
  'X-WR-CALNAME:Inboard',
]

/** The state that the calendar of an account would show now. */
export const seqOfCalendar = (db: Reader, ownerId: string): Promise<number> => findCursor(db, ownerId)

/** The open cards of an account that have a date. */
export const readCalendar = (db: Database, ownerId: string, appUrl: string): Promise<Calendar> =>
  db.snapshot(async (db) => {
    const [seq, projects, cards] = await Promise.all([
      findCursor(db, ownerId),
      db.all<{ id: string; title: string }>`select id, title from projects where owner_id = ${ownerId}`,
      // Most cards have no date, and only texts that may have one need to be read.
      db.all<{ id: string; text: string; updated_at: string; project_id: string | null }>`
        select id, text, updated_at, project_id from cards
        where owner_id = ${ownerId} and complete = 0 and text like '%due:%'
        order by id`,
    ])
    const titles = new Map(projects.map(({ id, title }) => [id, title]))
    const events = cards.map((card) =>
      eventOf({ ...card, project: titles.get(card.project_id ?? '') }, appUrl),
    )
    return { seq, body: [...head.map(line), ...events, line('END:VCALENDAR')].join('') }
  })

/** A card that may be due, with the title of its project. */
interface DatedCard {
  id: string
  text: string
  updated_at: string
  project: string | undefined
}

/**
 * The event of a card, or nothing if it has no date. It is stable, so that a calendar program finds the same
 * event again, and only what has changed is new to it.
 */
export function eventOf(card: DatedCard, appUrl: string): string {
  const { due } = readMarks(card.text)
  if (!due) return ''
  const { day, time } = due.due
  const date = day.replaceAll('-', '')
  // Some programs skip an event whose title has a line break.
  const title = text(plain(titleOf(card.text)).replaceAll(/[\u2028\u2029]/g, ' '))
  const changed = `${card.updated_at.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const about = text(aboutOf(card))
  const lines = [
    'BEGIN:VEVENT',
    `UID:${card.id}@inboard`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    // Local time wherever the reader is, as the mark means it.
    ...(time
      ? [`DTSTART:${date}T${time.replace(':', '')}00`, 'DURATION:PT30M']
      : [`DTSTART;VALUE=DATE:${date}`]),
    `SUMMARY:${title}`,
    ...(about ? [`DESCRIPTION:${about}`] : []),
    `URL:${appUrl}/card/${card.id}`,
    'TRANSP:TRANSPARENT',
    ...(time ? ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:PT0S', `DESCRIPTION:${title}`, 'END:VALARM'] : []),
    'END:VEVENT',
  ]
  return lines.map(line).join('')
}

/** The notes, an empty line and the project. */
function aboutOf({ text, project }: DatedCard): string {
  const notes = text.includes('\n') ? text.slice(text.indexOf('\n') + 1) : ''
  return [notes, project].filter((part) => part).join('\n\n')
}

/** In octets, without the line break. */
const longestLine = 75

/** A content line of iCalendar (RFC 5545 §3.1). */
export const line = (content: string) => `${folded(content)}\r\n`

/**
 * A value of the type TEXT. All control characters but tab and line feed are left out: the format has no form
 * for them. Many programs also end lines at Unicode's separators, and would lose what follows.
 */
export const text = (value: string) =>
  value
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/[\n\u2028\u2029]/g, '\\n')

/** Lines that are too long continue on the next, after a space. */
function folded(content: string): string {
  // A UTF-16 unit takes three octets at most.
  if (content.length * 3 <= longestLine) return content
  const parts: string[] = []
  let rest = Buffer.from(content)
  for (let room = longestLine; rest.length > room; room = longestLine - 1) {
    let end = room
    // Not within a character: its further octets begin with the bits 10.
    while (((rest[end] ?? 0) & 0xc0) === 0x80) end--
    parts.push(rest.toString('utf8', 0, end))
    rest = rest.subarray(end)
  }
  return [...parts, rest.toString()].join('\r\n ')
}
