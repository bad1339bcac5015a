import type { Database, Reader } from '../db/database.ts'
import { findCursor } from '../feed/changes.ts'
import { eventOf } from './event.ts'
import { line } from './lines.ts'

/** A calendar as iCalendar (RFC 5545), in parts. */
export interface Calendar {
  /** The state of the account that it shows. */
  seq: number
  parts: string[]
}

const head = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Inboard//Inboard//EN',
  'CALSCALE:GREGORIAN',
  'NAME:Inboard',
  // What most programs read in place of NAME (RFC 7986).
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
    return { seq, parts: [...head.map(line), ...events, line('END:VCALENDAR')] }
  })
