import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plain } from '../../../src/board/text/inline.ts'
import { titleOf } from '../../../src/board/text/marks.ts'
import { eventOf, line } from '../../../src/server/calendar/calendar.ts'
import { anyString } from '../../support/models/any-string.ts'
import { parsers } from '../../support/service/parsed-calendar.ts'

const id = '01a1dd4b-6a3e-7000-9b52-c1e8f07d3a64'
const appUrl = 'https://inboard.example.com'
const updated_at = '2026-11-15T09:30:12.345Z'

const eventWith = (text: string, project?: string) => eventOf({ id, text, updated_at, project }, appUrl)
const calendarWith = (text: string, project?: string) =>
  line('BEGIN:VCALENDAR') +
  ['VERSION:2.0', 'PRODID:x'].map(line).join('') +
  eventWith(text, project) +
  line('END:VCALENDAR')

test('a card with a date is an event of that day', () => {
  expect(eventWith('Prune the apple tree due:2026-11-20')).toBe(
    `BEGIN:VEVENT
UID:${id}@inboard
DTSTAMP:20261115T093012Z
LAST-MODIFIED:20261115T093012Z
DTSTART;VALUE=DATE:20261120
SUMMARY:Prune the apple tree
URL:${appUrl}/card/01a1dd4b-6a3e-7000-9b52-c1e8f07d3a64
TRANSP:TRANSPARENT
END:VEVENT
`.replaceAll('\n', '\r\n'),
  )
})

test('a card with a time is an event of 30 minutes, wherever one is, with an alarm', () => {
  expect(eventWith('Call Ada due:2026-11-20T15:30\nAsk, then listen', 'Garden')).toBe(
    `BEGIN:VEVENT
UID:${id}@inboard
DTSTAMP:20261115T093012Z
LAST-MODIFIED:20261115T093012Z
DTSTART:20261120T153000
DURATION:PT30M
SUMMARY:Call Ada
DESCRIPTION:Ask\\, then listen\\n\\nGarden
URL:${appUrl}/card/01a1dd4b-6a3e-7000-9b52-c1e8f07d3a64
TRANSP:TRANSPARENT
BEGIN:VALARM
ACTION:DISPLAY
TRIGGER:PT0S
DESCRIPTION:Call Ada
END:VALARM
END:VEVENT
`.replaceAll('\n', '\r\n'),
  )
})

test('an event is called by the title in plain words', () => {
  const event = eventWith('Call the insurance about the **claim** due:2026-11-20T09:00')
  expect(event).toContain('\r\nSUMMARY:Call the insurance about the claim\r\n')
  expect(event).toContain('\r\nDESCRIPTION:Call the insurance about the claim\r\n')
})

test('a card that repeats is one event: its next date is not a card yet', () => {
  expect(eventWith('Water due:2026-11-20 every:week')).not.toContain('RRULE')
})

test('a card without a date that counts is no event', () => {
  for (const text of ['Weed', 'Weed due:2026-02-30', 'Weed `due:2026-11-20`', 'x due:tomorrow'])
    expect(eventWith(text)).toBe('')
})

/** As a calendar program should show a text. */
const shown = (text: string) => text.replace(/(?![\t\n])\p{Cc}/gu, '').replaceAll(/[\u2028\u2029]/g, '\n')

describe.each(Object.entries(parsers))('%s reads', (name, parse) => {
  // It takes a backslash and an n in a text for a line break, although the backslash is escaped.
  const cannotRead = (text: string) => name === 'node-ical' && text.includes('\\')

  test('what was written, whatever the text', () => {
    const part = fc.oneof(
      anyString(),
      fc.constantFrom(',', ';', ':', '\\n', '"', '\t', ' ', '\r\n', '\u2028', '🪴'),
    )
    const texts = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(texts, texts, texts, (first, notes, project) => {
        // Cards and projects are trimmed.
        const title = first.replaceAll(/[\s`]/g, ' ')
        const text = `x${title}x due:2026-11-20\n${notes}x`
        const place = `p${project}p`
        if (cannotRead(text + place)) return
        const [event, ...more] = parse(calendarWith(text, place))
        expect(more).toEqual([])
        expect(event?.title).toBe(shown(plain(titleOf(text)).replaceAll(/[\u2028\u2029]/g, ' ')))
        expect(event?.about).toBe(shown(`${notes}x\n\n${place}`))
        expect(event?.start).toBe('2026-11-20')
      }),
    )
  })

  test('days and times from the first to the last', () => {
    for (const due of ['1000-01-01', '2024-02-29', '9999-12-31', '2026-07-01T23:59', '2026-11-20T00:00']) {
      const [event] = parse(calendarWith(`x due:${due}`))
      expect([due, event]).toEqual([
        due,
        {
          uid: `${id}@inboard`,
          title: 'x',
          about: '',
          url: `${appUrl}/card/${id}`,
          isAllDay: !due.includes('T'),
          start: due,
          minutes: due.includes('T') ? 30 : undefined,
          hasAlarm: due.includes('T'),
        },
      ])
    }
  })
})
