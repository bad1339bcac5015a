import { expect, test } from 'vitest'
import { addDays, dayIn } from '../../../../src/board/text/days.ts'
import { farApart, noonZone } from '../../../support/machine/time-zones.ts'
import { newDesks } from '../cards/desk.ts'

const desk = newDesks()
const TZ = noonZone()
const today = dayIn(new Date(), TZ)
const day = (distance: number) => addDays(today, distance) ?? ''
const run = async (...words: string[]) => {
  const { code, told, complaint } = await desk.shell.run(words, { environment: { TZ } })
  expect([code, complaint]).toEqual([0, ''])
  return told
}
const titles = (told: string) => [...told.matchAll(/^ *\w{4} {2}(.+?)(?: {2}|$)/gm)].map(([, title]) => title)

async function furnish() {
  const { project } = await desk.board()
  const { statuses } = await desk.client.listStatuses({ project_id: project.id })
  const inGarden = (text: string) => desk.client.addProjectCard({ project_id: project.id, text })
  await desk.add(`Call mum due:${today}T18:00`)
  await desk.add(`Pay rent due:${day(-2)} #Home`)
  await desk.add('Read')
  await desk.client.addInboxCard({ text: `Paid due:${day(-3)}`, complete: true })
  await inGarden(`Sow due:${day(3)} #garden #Spring`)
  await inGarden(`Prune #garden due:${day(20)}`)
  const { card } = await inGarden('Dig')
  const doing = statuses[1]?.id ?? ''
  await desk.client.setColumn({
    project_id: project.id,
    status_id: doing,
    card_ids: [card.id],
    moved: [card.id],
  })
}

test('today: what is overdue, due today and in progress, and where it is', async () => {
  expect(await run('today')).toBe('Nothing is due today, and nothing is in progress.\n')
  await furnish()
  const [told, json] = [await run('today'), await run('today', '--json')]
  expect(told.replaceAll(/\b[g-z]{4}\b(?= {2})/g, 'name')).toMatch(
    /^Overdue\n {2}name {2}Pay rent {2}.+ {2}#Home {2}Inbox\n\nToday\n {2}name {2}Call mum {2}Today 18:00 {2}Inbox\n\nDoing\n {2}name {2}Dig {2}Garden \/ Doing\n$/,
  )
  expect(JSON.parse(json)).toEqual({
    today,
    due: [
      expect.objectContaining({ text: `Pay rent due:${day(-2)} #Home`, due: day(-2), overdue: true }),
      expect.objectContaining({ due: `${today}T18:00`, overdue: false, complete: false }),
    ],
    doing: [expect.objectContaining({ text: 'Dig' })],
  })
})

test.each(farApart)('today is the day in the time zone of the machine: %s', async (zone) => {
  const days = [dayIn(new Date(), zone)]
  const { told } = await desk.shell.run(['today', '--json'], { environment: { TZ: zone } })
  days.push(dayIn(new Date(), zone))
  expect(days).toContain(JSON.parse(told).today)
})

test('ls shows dates and labels beside the title, and filters by them', async () => {
  await furnish()
  expect(await run('ls')).toMatch(
    /^Inbox\n {2}\w{4} {2}Call mum {2}Today 18:00\n {2}\w{4} {2}Pay rent {2}.+ {2}#Home\n {2}\w{4} {2}Read\n/,
  )
  const asked: [words: string[], titles: string[]][] = [
    [['#garden'], ['Sow', 'Prune']],
    [['#GARDEN', '#spring'], ['Sow']],
    [['#garden', '#home'], []],
    [['#garden', '--due', 'week'], ['Sow']],
    [
      ['--due', 'week'],
      ['Call mum', 'Sow'],
    ],
    [['--due', 'today'], ['Call mum']],
    [['--due', 'overdue'], ['Pay rent']],
    [['--due', 'in 20 days'], ['Prune']],
    [['garden', '--due', 'week'], ['Sow']],
    [['garden', 'doing', '#garden'], []],
    [['inbox', '#garden'], []],
    [['--due', day(-3), '--done'], ['✓ Paid']],
  ]
  const answers = await Promise.all(
    asked.map(async ([words]) => {
      const { code, told } = await desk.shell.run(['ls', ...words], { environment: { TZ } })
      return [words, code, titles(told)]
    }),
  )
  expect(answers).toEqual(asked.map(([words, wanted]) => [words, 0, wanted]))
  const { cards } = JSON.parse(await run('ls', '#garden', '--json'))
  expect(cards).toMatchObject([{ text: expect.stringContaining('Sow') }, {}])
  for (const words of [
    ['--due', 'someday'],
    ['garden', 'doing', 'more'],
  ])
    expect(await desk.shell.run(['ls', ...words])).toMatchObject({ code: 2, told: '' })
})

test('only overdue dates are red', async () => {
  await furnish()
  const { told } = await desk.shell.onTerminal(['today'], { environment: { TZ } })
  expect(told.split('\x1b[31m')).toHaveLength(2)
})
