import { expect, test } from 'vitest'
import { dateInWords } from '../../../../src/board/due.ts'
import { addDays, dayIn } from '../../../../src/board/text/days.ts'
import { farApart, noonZone } from '../../../support/machine/time-zones.ts'
import { newDesks } from '../cards/desk.ts'

const desk = newDesks()
const TZ = noonZone()
const today = dayIn(new Date(), TZ)
const tomorrow = addDays(today, 1) ?? ''
const run = (...words: string[]) => desk.shell.run(words, { environment: { TZ } })

test('a date at the end of the words is understood, and the answer says how', async () => {
  const { told } = await run('add', 'Pay', 'rent', 'tomorrow', '3pm')
  expect(told).toMatch(/^Added to the inbox: \w{4} {2}Pay rent · due /)
  expect(told).toContain(
    `due ${dateInWords({ day: tomorrow, time: '15:30' }, today).replace('15:30', '15:00')}\n`,
  )
  expect((await run('add', 'Water the plants every 2 weeks')).told).toMatch(/ · due .+, every 2 weeks\n$/)
  expect(await desk.inboxTexts()).toEqual([
    `Pay rent due:${tomorrow}T15:00`,
    `Water the plants due:${today} every:2w`,
  ])
})

test('words stay with --plain, in piped lines, and if they are only a date', async () => {
  await run('add', '--plain', 'Call mum tomorrow')
  await desk.shell.run(['add'], { input: 'Read the news today\nTidy up tomorrow\n', environment: { TZ } })
  await run('add', 'tomorrow')
  expect(await desk.inboxTexts()).toEqual([
    'Call mum tomorrow',
    'Read the news today',
    'Tidy up tomorrow',
    'tomorrow',
  ])
})

test('--due gives a date to each card, and takes nothing else', async () => {
  await desk.shell.run(['add', '--due', 'tomorrow 8am'], { input: 'Milk\nBread #shop', environment: { TZ } })
  await run('add', '--due', 'every month', 'Meet today')
  expect(await desk.inboxTexts()).toEqual([
    `Milk due:${tomorrow}T08:00`,
    `Bread #shop due:${tomorrow}T08:00`,
    `Meet today due:${today} every:month`,
  ])
  const refused = await run('add', 'Eggs', '--due', 'someday')
  expect(refused).toMatchObject({ code: 2, told: '' })
  expect(refused.complaint).toMatch(/^--due needs a date, such as tomorrow/)
  expect(await desk.inboxTexts()).toHaveLength(3)
})

test.each(farApart)('relative words mean the day in the time zone of the machine: %s', async (zone) => {
  const days = [dayIn(new Date(), zone)]
  await desk.shell.run(['add', 'Vote today'], { environment: { TZ: zone } })
  days.push(dayIn(new Date(), zone))
  expect(days.map((day) => `Vote due:${day}`)).toContain((await desk.inboxTexts())[0])
})

test('a card that waits to be sent keeps the day on which it was written', async () => {
  const { complaint } = await desk.shell.run(['add', 'Pay rent tomorrow'], {
    environment: { TZ, INBOARD_URL: 'http://127.0.0.1:1', INBOARD_TOKEN: 'inb_0123456789' },
  })
  expect(complaint).toContain(
    `The card is saved on this machine, due ${dateInWords({ day: tomorrow, time: null }, today)}. `,
  )
  const { told } = await desk.shell.run(['outbox', '--json'], { environment: { TZ } })
  expect(told).toContain(`Pay rent due:${tomorrow}`)
})
