import { expect, test } from 'vitest'
import { completing } from '../../../../src/board/plans.ts'
import { nextCardId } from '../../../../src/board/repeating.ts'
import { addDays, dayIn } from '../../../../src/board/text/days.ts'
import { carryOut } from '../../../../src/client/carry-out.ts'
import { readBoard } from '../../../../src/command/board/names.ts'
import { noonZone } from '../../../support/machine/time-zones.ts'
import { Shell } from '../../../support/processes/shell.ts'
import { inboard } from '../../../support/service/shared.ts'
import { newDesks } from '../cards/desk.ts'

const desk = newDesks()
const TZ = noonZone()
const today = dayIn(new Date(), TZ)
const day = (distance: number) => addDays(today, distance) ?? ''
const run = async (...words: string[]) => {
  const { code, told } = await desk.shell.run(words, { environment: { TZ } })
  expect(code).toBe(0)
  return told
}
const shown = async () =>
  (await desk.client.listInboxCards()).cards.map(({ text, complete }) => `${complete ? '✓ ' : ''}${text}`)

test('done adds the next card of a series, and undo takes back both', async () => {
  const { id } = await desk.add(`Pay rent due:${day(-10)} every:week\n- [x] call\n- [ ] pay`)
  const told = await run('done', 'rent')
  expect(told).toMatch(/^Done: \w{4} {2}✓ Pay rent … .*\nNext: \w{4} {2}Pay rent … {2}\w{3} {2}Inbox\n$/)
  const next = `Pay rent due:${day(4)} every:week\n- [ ] call\n- [ ] pay`
  expect((await shown())[1]).toBe(next)
  expect((await desk.client.listInboxCards()).cards[1]?.id).toBe(nextCardId(id))
  expect(await run('undo')).toContain('Undone: completing "Pay rent …"')
  expect(await shown()).toEqual([`Pay rent due:${day(-10)} every:week\n- [x] call\n- [ ] pay`])
  // The next one comes back from the bin.
  expect(JSON.parse(await run('done', 'rent', '--json')).next).toMatchObject([{ id: nextCardId(id) }])
  expect((await shown())[1]).toBe(next)
  await run('done', '--not', id)
  await run('done', id)
  expect(await shown()).toHaveLength(2)
})

test('a short month uses its last day, and a series ends with the calendar', async () => {
  await desk.add('Report due:2924-01-31 every:month')
  await desk.add('Party due:2924-02-29T19:00 every:year')
  await desk.add('End due:9999-12-31 every:day')
  await run('done', 'report', 'party', 'end')
  expect((await shown()).slice(3)).toEqual([
    'Report due:2924-02-29 every:month',
    'Party due:2925-02-28T19:00 every:year',
  ])
})

test('moving into the last column adds it to the first one, and moving it again adds nothing', async () => {
  const { project, textsIn } = await desk.board()
  await desk.client.addProjectCard({ project_id: project.id, text: `Weed due:${today} every:3d` })
  await desk.add(`Water due:${today} every:day`)
  await desk.add('Sow')
  const told = await run('mv', 'weed', 'water', 'sow', '--project', 'Garden', '--to', 'done')
  expect(told).toMatch(
    /^Moved to Garden \/ Done:\n(.+\n){3}Next: .+ Garden \/ To do\nNext: .+ Garden \/ To do\n$/,
  )
  const next = [`Weed due:${day(3)} every:3d`, `Water due:${day(1)} every:day`]
  expect(await textsIn('To do')).toEqual(next)
  await run('undo')
  expect([await textsIn('To do'), await textsIn('Done')]).toEqual([[`Weed due:${today} every:3d`], []])
  await run('done', `Weed due:${today} every:3d`)
  await run('mv', `Weed due:${today} every:3d`, '--to', 'done')
  expect(await textsIn('To do')).toEqual(next.slice(0, 1))
})

test('two devices that complete a card add one, also on different days', async () => {
  const { id } = await desk.add(`Water due:${today} every:day`)
  const other = new Shell()
  await other.storeLogin(inboard.url, desk)
  const ended = await Promise.all([
    desk.shell.run(['done', id], { environment: { TZ } }),
    other.run(['done', id], { environment: { TZ: 'Pacific/Kiritimati' } }),
    other.run(['done', id], { environment: { TZ: 'Pacific/Pago_Pago' } }),
  ])
  other.remove()
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0])
  const cards = await shown()
  expect(cards).toHaveLength(2)
  expect(cards[1]).toMatch(/^Water due:\S+ every:day$/)
})

test('a next card comes back from the bin with its date, and a purged one is replaced', async () => {
  const { id } = await desk.add(`Water due:${today} every:day`)
  await run('done', id)
  const next = nextCardId(id)
  await desk.client.editCard({ id: next, text: 'Water well due:2024-01-01 every:day' })
  await desk.client.removeCard({ id: next })
  await run('done', '--not', id)
  await run('done', id)
  expect((await shown())[1]).toBe(`Water well due:${day(1)} every:day`)
  await desk.client.removeCard({ id: next })
  await desk.client.purge({ id: next })
  for (const other of [nextCardId(next), nextCardId(nextCardId(next))]) {
    // However often it is completed again.
    for (let times = 0; times < 2; times++) {
      await run('done', '--not', id)
      await run('done', id)
    }
    const { cards } = await desk.client.listInboxCards()
    expect(cards.slice(1)).toMatchObject([{ id: other, text: `Water due:${day(1)} every:day` }])
    await desk.client.removeCard({ id: other })
    await desk.client.purge({ id: other })
  }
})

test('undo leaves alone a next card that was changed since', async () => {
  const { id } = await desk.add(`Water due:${today} every:day`)
  await run('done', id)
  await desk.client.editCard({ id: nextCardId(id), text: 'Mine' })
  const { code, complaint } = await desk.shell.run(['undo'])
  expect([code, complaint]).toEqual([1, 'Mine: it was changed since then, so it was left alone.\n'])
  expect(await shown()).toEqual([`Water due:${today} every:day`, 'Mine'])
})

test('a card that was deleted before it could be completed has no next one', async () => {
  const { client } = desk
  const { card } = await client.addInboxCard({ text: `Water due:${today} every:day` })
  const board = await readBoard(client)
  await client.removeCard({ id: card.id })
  const { outcomes, next } = await carryOut(client, board, completing(board.cards, true, today))
  expect(outcomes).toMatchObject([{ kind: 'refused', problem: { status: 404 } }])
  expect(next).toEqual([])
  expect(await shown()).toEqual([])
})
