import { expect, test } from 'vitest'
import { fillInbox } from '../../support/service/filling.ts'
import { inboard } from '../../support/service/shared.ts'
import { get, newCalendar } from './calendar.ts'

test('a full account has all of its 10,000 dates in its calendar', async () => {
  const person = await inboard.signIn()
  // As much text as there may be, and as long as possible when written: each semicolon is escaped.
  await fillInbox(inboard, person, 9_990, `Weed due:2026-11-20T15:30\n${';'.repeat(770)}`)
  const { status, text } = await get(await newCalendar(person))
  expect(status).toBe(200)
  // A parser would take far longer than the server.
  expect(new Set(text.match(/^UID:.*$/gm)).size).toBe(9_990)
  expect(text.match(/^END:VEVENT\r$/gm)).toHaveLength(9_990)
  expect(Buffer.byteLength(text)).toBeGreaterThan(9_990 * 1540)
})
