import { afterAll, describe, expect, test } from 'vitest'
import { sweepBin } from '../../../src/server/bin/bin.ts'
import { outsider } from '../../support/databases/engine.ts'
import { fillBin } from '../../support/service/crammed.ts'
import { startTestInboard } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { newcomer, noText } from './people.ts'

/** Where a bin with 3,000 letters is nearly all that an account may have. */
const narrow = await startTestInboard({ MAX_CARDS: '10000', MAX_TEXT: '3100' })
afterAll(() => narrow.stop())

const inBin = async (ownerId: string) => {
  const found = await narrow.world.db.get<{ count: number }>`
    select count(*) as count from bin where owner_id = ${ownerId}`
  return found?.count
}

describe('a full bin', () => {
  test('gives way to what needs much of it', async () => {
    const person = await newcomer(narrow)
    await fillBin(narrow, person, 3000)
    expect((await person.add('y'.repeat(1999))).outcome).toBe('201')
    expect(await inBin(person.user.id)).toBe(1100)
    await person.expectExact()
  })

  test('gives way to what needs less than a project has, which is gone as a whole', async () => {
    const person = await newcomer(narrow)
    await fillBin(narrow, person, 3000, { inOneProject: true })
    expect(await person.bin()).toEqual(['x'])
    expect((await person.add('y'.repeat(150))).outcome).toBe('201')
    expect(await person.bin()).toEqual([])
    expect(await inBin(person.user.id)).toBe(0)
    await person.expectExact()
  })

  test('loses nothing for what it could not make room for', async () => {
    const person = await newcomer(narrow)
    await fillBin(narrow, person, 2000)
    expect((await person.add('y'.repeat(1000))).outcome).toBe('201')
    expect((await person.add('y'.repeat(1000))).outcome).toBe('201')
    const left = await inBin(person.user.id)
    expect(left).toBeGreaterThan(900)
    expect((await person.add('y'.repeat(2000))).outcome).toBe(noText)
    expect(await inBin(person.user.id)).toBe(left)
    await person.expectExact()
  })

  test('makes room for what was refused as soon as enough was deleted', async () => {
    const person = await newcomer(narrow)
    const { card } = await person.client.addInboxCard({ text: 'z'.repeat(2000) })
    expect((await person.add('y'.repeat(1000))).outcome).toBe('201')
    await person.add('y'.repeat(90))
    for (let times = 0; times < 2; times++) expect((await person.add('y'.repeat(2000))).outcome).toBe(noText)
    await person.client.removeCard({ id: card.id })
    expect((await person.add('y'.repeat(2000))).outcome).toBe('201')
    await person.expectExact()
  })

  test('is swept in slices when its time is over', async () => {
    const person = await newcomer(narrow)
    const { clock, world } = narrow
    await fillBin(narrow, person, 1700, { at: clock.now() - 40 * 86_400_000 })
    const { seq: before } = await person.client.changes()
    await sweepBin(world)
    expect(await inBin(person.user.id)).toBe(0)
    await person.expectExact()
    expect((await person.client.changes()).seq - before).toBe(4)
  })
})
test('the bin holds a thousand projects; then the oldest go', async () => {
  const person = await newcomer(inboard)
  const { client, user } = person
  const { project } = await client.addProject({ title: 'Newest' })
  const now = new Date(inboard.clock.now()).toISOString()
  const stranger = await outsider(inboard.world.config.database)
  await stranger.run(`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
    insert into bin (owner_id, item_id, id, kind, text, created_at, seq, deleted_at)
    select '${user.id}', 'old-' || i, 'old-' || i, 'project', 'x', '${now}', i - 1000, '${now}' from n;
    update counters set bytes = bytes + 1000 where owner_id = '${user.id}'`)
  await stranger.close()
  await client.removeProject({ project_id: project.id })
  const { items } = await client.listBin()
  expect([items.length, items[0]?.title, items.at(-1)?.id]).toEqual([1000, 'Newest', 'old-2'])
  await person.expectExact()
})
