import { expect, test } from 'vitest'
import { fillInbox } from '../../support/service/filling.ts'
import { parsers } from '../../support/service/parsed-calendar.ts'
import { inboard } from '../../support/service/shared.ts'
import { get, newCalendar } from './calendar.ts'

test('a full account has all of its 10,000 dates in its calendar, in an order that stays', async () => {
  const person = await inboard.signIn()
  // As much text as there may be, and as long as possible when written: each semicolon is escaped.
  await fillInbox(inboard, person, 9_990, `Weed due:2026-11-20T15:30\n${';'.repeat(770)}`)
  const path = await newCalendar(person)
  const { status, text } = await get(path)
  expect(status).toBe(200)
  const events = parsers['ts-ics']?.(text) ?? []
  expect(events).toHaveLength(9_990)
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(9_990)
  expect(events.at(-1)?.about).toBe(';'.repeat(770))
  expect((await get(path)).text === text).toBe(true)
})
