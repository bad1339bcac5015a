import { plain } from '../../contract/plain/inline.ts'
import { readMarks, titleOf } from '../../contract/plain/marks/marks.ts'
import { line, text } from './lines.ts'

/** A card that may be due, with the title of its project. */
export interface DatedCard {
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
