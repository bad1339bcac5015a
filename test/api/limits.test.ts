import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepBin } from '../../src/server/bin/bin.ts'
import type { Size } from '../../src/server/db/database.ts'
import { outsider } from '../support/databases/engine.ts'
import { type SignedIn, startTestInboard, type TestInboard } from '../support/service/inboard.ts'
import { sender, tally, times } from '../support/service/sending.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard({
    MAX_CARDS: '10',
    MAX_TEXT: '100',
    MAX_PROJECTS: '1000',
    SESSION_TTL: '90d',
  })
})
afterAll(() => inboard.stop())

const day = 86_400_000
const noCards = '409 card_limit_reached'
const noText = '409 storage_limit_reached'

async function newcomer(at = inboard) {
  const person = await at.signIn()
  const send = sender(at, person.token)
  return {
    ...person,
    send,
    add: async (text: string, key?: string) =>
      await send('POST /api/inbox/cards', { body: { text }, ...(key && { key }) }),
    edit: async (id: string, body: object) => (await send(`PATCH /api/cards/${id}`, { body })).outcome,
    /** Texts and titles in the bin, the newest first. */
    bin: async () => (await person.client.listBin()).items.map(({ text, title }) => text ?? title),
  }
}

type Newcomer = Awaited<ReturnType<typeof newcomer>>

/** Cards with these texts, in the inbox or already deleted again, in this order. */
async function addAll({ add, client }: Newcomer, texts: string[], deleted = false): Promise<string[]> {
  const ids: string[] = []
  for (const text of texts) ids.push((await add(text)).body.card.id)
  if (deleted) for (const id of ids) await client.removeCard({ id })
  return ids
}

/** What is counted, and what there is. */
async function counts({ user }: SignedIn, { world }: TestInboard = inboard) {
  const { db } = world
  const counted = await db.get<Size>`select cards, bytes from counters where owner_id = ${user.id}`
  const cards = await db.all<{ text: string }>`
    select text from cards where owner_id = ${user.id}
    union all select text from bin where owner_id = ${user.id} and kind = 'card'`
  const titles = await db.all<{ text: string }>`
    select title as text from projects where owner_id = ${user.id}
    union all select text from bin where owner_id = ${user.id} and kind = 'project'`
  const bytes = [...cards, ...titles].reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  return [counted && { ...counted }, { cards: cards.length, bytes }]
}

async function expectExact(person: SignedIn, at?: TestInboard) {
  const [counted, present] = await counts(person, at)
  expect(counted).toEqual(present)
}

describe('cards', () => {
  test('are as many as are allowed, and not one more', async () => {
    const person = await newcomer()
    await addAll(
      person,
      times(10, (index) => `${index}`),
    )
    expect((await person.add('x')).outcome).toBe(noCards)
    const { project } = await person.client.addProject({ title: 'P' })
    const path = `POST /api/projects/${project.id}/cards`
    expect((await person.send(path, { body: { text: 'x' } })).outcome).toBe(noCards)
    await expectExact(person)
  })

  test('of many that are added at once, exactly as many as fit are', async () => {
    const person = await newcomer()
    await addAll(person, ['a', 'b'])
    expect(tally(await Promise.all(times(30, () => person.add('x'))))).toEqual({ '201': 8, [noCards]: 22 })
    await expectExact(person)
  })

  test('in a batch are added until there is no more room', async () => {
    const person = await newcomer()
    const operations = times(12, () => ({ method: 'POST', path: '/api/inbox/cards', body: { text: 'x' } }))
    const { results } = await person.client.batch({ operations })
    expect(results.map(({ status }) => status)).toEqual([...times(10, () => 201), 409, 409])
    expect(results[11]?.body).toMatchObject({ code: 'card_limit_reached' })
    await expectExact(person)
  })

  test('that are refused take no number', async () => {
    const person = await newcomer()
    await addAll(
      person,
      times(10, () => 'x'),
    )
    const { seq } = await person.client.changes()
    await person.add('y')
    expect((await person.client.changes()).seq).toBe(seq)
  })
})

describe('text', () => {
  test('is counted in bytes of UTF-8, after trimming, to the byte', async () => {
    const person = await newcomer()
    await addAll(person, ['  ä🪴  ', 'é'.repeat(40)])
    expect(await counts(person)).toEqual(times(2, () => ({ cards: 2, bytes: 86 })))
    expect((await person.add('é'.repeat(8))).outcome).toBe(noText)
    expect((await person.add('é'.repeat(7))).outcome).toBe('201')
    expect((await person.add('x')).outcome).toBe(noText)
    await expectExact(person)
  })

  test('grows by an edit until there is no room, and can always be made shorter', async () => {
    const person = await newcomer()
    const [id = ''] = await addAll(person, ['x'.repeat(50), 'y'.repeat(40)])
    expect(await person.edit(id, { text: 'z'.repeat(61) })).toBe(noText)
    expect(await person.edit(id, { text: 'z'.repeat(60), complete: true })).toBe('200')
    expect(await person.edit(id, { text: `${'z'.repeat(59)}ä` })).toBe(noText)
    expect(await person.edit(id, { text: `${'z'.repeat(58)}ä` })).toBe('200')
    expect(await person.edit(id, { complete: false, position: 1 })).toBe('200')
    expect(await person.edit(id, { text: 'z' })).toBe('200')
    expect(await counts(person)).toEqual(times(2, () => ({ cards: 2, bytes: 41 })))
  })

  test('of titles counts too', async () => {
    const person = await newcomer()
    const title = 't'.repeat(60)
    const { project } = await person.client.addProject({ title })
    expect((await person.add('x'.repeat(41))).outcome).toBe(noText)
    await addAll(person, ['x'.repeat(40)])
    const rename = async (to: string) =>
      (await person.send(`PATCH /api/projects/${project.id}`, { body: { title: to } })).outcome
    expect(await rename(`${title}t`)).toBe(noText)
    expect((await person.send('POST /api/projects', { body: { title: 'u' } })).outcome).toBe(noText)
    expect(await rename('u'.repeat(59))).toBe('200')
    expect((await person.send('POST /api/projects', { body: { title: 'u' } })).outcome).toBe('201')
    await expectExact(person)
  })

  test.each(['100', '8MB'])('edited by many at once is counted exactly, with a limit of %s', async (most) => {
    const own = await startTestInboard({ MAX_TEXT: most })
    const person = await newcomer(own)
    const ids = await addAll(person, ['a', 'b'])
    const lengths = times(60, (index) => 1 + ((index * 7) % 45))
    const outcomes = await Promise.all(
      lengths.map((length, index) => person.edit(ids[index % 2] ?? '', { text: 'ä'.repeat(length) })),
    )
    expect(outcomes.filter((outcome) => !['200', noText].includes(outcome))).toEqual([])
    await expectExact(person, own)
    await own.stop()
  })
})

describe('an account that has more than is allowed', () => {
  test('works as before, but does not grow', async () => {
    const generous = await startTestInboard()
    const person = await newcomer(generous)
    const { client } = person
    const { project } = await client.addProject({ title: 'Garden' })
    const [first = '', second = '', third = ''] = await addAll(
      person,
      times(15, () => 'x'.repeat(20)),
    )
    const { statuses } = await client.listStatuses({ project_id: project.id })
    // As if it had been started again with lower limits.
    Object.assign(generous.world.config, { maxCards: 5, maxText: 50 })
    const target = { project_id: project.id, status_id: statuses[1]?.id ?? '' }
    expect((await person.add('y')).outcome).toBe(noCards)
    expect(await person.edit(first, { text: 'x'.repeat(21) })).toBe(noText)
    expect(await person.edit(first, { text: 'y'.repeat(20), complete: true })).toBe('200')
    expect(await person.edit(first, { text: 'short' })).toBe('200')
    await client.setColumn({ ...target, card_ids: [first, second] })
    await client.renameProject({ project_id: project.id, title: 'Yard' })
    await client.removeCard({ id: third })
    await client.restore({ id: third })
    await client.removeProject({ project_id: project.id })
    await client.restore({ id: project.id })
    expect((await person.add('y')).outcome).toBe(noCards)
    await expectExact(person, generous)
    await generous.stop()
  })

  test('has no limit where it is 0', async () => {
    const own = await startTestInboard({ MAX_CARDS: '0', MAX_TEXT: '0' })
    const person = await newcomer(own)
    const [id = ''] = await addAll(
      person,
      times(3, () => 'x'),
    )
    const stranger = await outsider(own.world.config.database)
    await stranger.run(`update counters set cards = 1000000000, bytes = 1000000000000`)
    await stranger.close()
    expect((await person.add('x')).outcome).toBe('201')
    expect(await person.edit(id, { text: 'longer' })).toBe('200')
    await own.stop()
  })
})

describe('the bin', () => {
  test('counts, and gives way: the oldest things go, and no more of them than it takes', async () => {
    const person = await newcomer()
    await addAll(person, ['a', 'b', 'c', 'd'], true)
    await addAll(
      person,
      times(6, () => 'x'),
    )
    expect(await person.bin()).toEqual(['d', 'c', 'b', 'a'])
    expect((await person.add('y')).outcome).toBe('201')
    expect(await person.bin()).toEqual(['d', 'c', 'b'])
    await addAll(person, ['y', 'y', 'y'])
    expect(await person.bin()).toEqual([])
    expect((await person.add('y')).outcome).toBe(noCards)
    await expectExact(person)
  })

  test('gives way to text as well, by a new card, an edit, a title', async () => {
    const person = await newcomer()
    await addAll(person, ['a'.repeat(20), 'b'.repeat(10), 'c'.repeat(10), 'd'.repeat(10)], true)
    const [id = ''] = await addAll(person, ['x'.repeat(50)])
    expect((await person.add('y'.repeat(11))).outcome).toBe('201')
    expect((await person.bin()).map((text) => text?.[0])).toEqual(['d', 'c', 'b'])
    expect(await person.edit(id, { text: 'x'.repeat(60) })).toBe('200')
    expect((await person.bin()).map((text) => text?.[0])).toEqual(['d', 'c'])
    const { project } = await person.client.addProject({ title: 't'.repeat(10) })
    expect((await person.bin()).map((text) => text?.[0])).toEqual(['d'])
    await person.client.renameProject({ project_id: project.id, title: 't'.repeat(20) })
    expect(await person.bin()).toEqual([])
    await expectExact(person)
  })

  test('loses nothing for a write that is refused all the same', async () => {
    const person = await newcomer()
    await addAll(person, ['a', 'b'], true)
    const [id = ''] = await addAll(person, ['x'.repeat(90)])
    expect((await person.add('y'.repeat(11))).outcome).toBe(noText)
    expect(await person.edit(id, { text: 'x'.repeat(101) })).toBe(noText)
    expect(await person.bin()).toEqual(['b', 'a'])
    // Of the cards there are not too many, but what is refused for its text takes none of them.
    await addAll(
      person,
      times(7, () => 'z'),
    )
    expect((await person.add('y'.repeat(11))).outcome).toBe(noText)
    expect(await person.bin()).toEqual(['b', 'a'])
    await expectExact(person)
  })

  test('gives up a whole project, with its cards, if that is what is oldest', async () => {
    const person = await newcomer()
    const { client } = person
    const { project } = await client.addProject({ title: 'Garden' })
    for (const text of ['p', 'q', 'r']) await client.addProjectCard({ project_id: project.id, text })
    await client.removeProject({ project_id: project.id })
    await addAll(person, ['a'], true)
    await addAll(
      person,
      times(6, () => 'x'),
    )
    expect((await person.add('y')).outcome).toBe('201')
    expect(await person.bin()).toEqual(['a'])
    await expectExact(person)
  })

  test('is moved out of by restoring, which is never refused for a limit', async () => {
    const person = await newcomer()
    const [id = ''] = await addAll(person, ['a'.repeat(30)], true)
    await addAll(
      person,
      times(9, () => 'x'),
    )
    await person.client.restore({ id })
    await expectExact(person)
    expect((await person.add('y')).outcome).toBe(noCards)
    await person.client.removeCard({ id })
    await person.client.purge({ id })
    await expectExact(person)
    expect((await person.add('y')).outcome).toBe('201')
  })

  test('holds a thousand projects; then the oldest go', async () => {
    const person = await newcomer()
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
    await expectExact(person)
  })
})

describe('a repetition', () => {
  test('of what was done is not refused, and does not count twice', async () => {
    const person = await newcomer()
    const first = await person.add('first', 'key')
    await addAll(
      person,
      times(9, () => 'x'),
    )
    const again = await person.add('first', 'key')
    expect([again.outcome, again.isReplay, again.body.card.id]).toEqual(['201', true, first.body.card.id])
    expect((await person.add('other', 'other-key')).outcome).toBe(noCards)
    await expectExact(person)
  })

  test('of what was refused is done once there is room', async () => {
    const person = await newcomer()
    const [id = ''] = await addAll(
      person,
      times(10, () => 'x'),
    )
    expect((await person.add('y', 'key')).outcome).toBe(noCards)
    await person.client.removeCard({ id })
    const later = await person.add('y', 'key')
    expect([later.outcome, later.isReplay]).toEqual(['201', false])
    await expectExact(person)
  })
})

test('what is missing, taken or changed meanwhile is refused before any limit', async () => {
  const person = await newcomer()
  const [id = ''] = await addAll(
    person,
    times(10, () => 'x'.repeat(10)),
  )
  const missing = { body: { text: 'x' } }
  const longer = { text: 'x'.repeat(50) }
  expect((await person.send('POST /api/projects/none/cards', missing)).outcome).toBe('404 not_found')
  expect((await person.add('x', id)).outcome).toBe('409 id_taken')
  const conditional = { body: longer, ifMatch: '"0"' }
  expect((await person.send(`PATCH /api/cards/${id}`, conditional)).outcome).toBe('412 changed_meanwhile')
  expect((await person.send('PATCH /api/cards/none', { body: longer })).outcome).toBe('404 not_found')
  await expectExact(person)
})

describe('whatever is done, the counts are what there is', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((one) => one.trim() !== '')
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), text, key: fc.option(fc.constantFrom('k', 'l')) }),
    fc.record({ kind: fc.constant('edit' as const), at: fc.nat(), text }),
    fc.record({ kind: fc.constant('complete' as const), at: fc.nat() }),
    fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }),
    fc.record({ kind: fc.constant('project' as const), text }),
    fc.record({ kind: fc.constant('project card' as const), at: fc.nat(), text }),
    fc.record({ kind: fc.constant('rename' as const), at: fc.nat(), text }),
    fc.record({ kind: fc.constant('remove project' as const), at: fc.nat() }),
    fc.record({ kind: fc.constant('restore' as const), at: fc.nat() }),
    fc.record({ kind: fc.constant('purge' as const), at: fc.nat() }),
    fc.record({ kind: fc.constant('empty' as const) }),
    fc.record({ kind: fc.constant('sweep' as const) }),
  )
  type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

  async function take(one: Step, { client, send, add }: Newcomer, at: TestInboard): Promise<void> {
    const pick = <T>(items: T[]) => items['at' in one ? one.at % Math.max(1, items.length) : 0]
    const { cards, projects } = await client.changes()
    const [card, project] = [pick(cards)?.id ?? 'none', pick(projects)?.id ?? 'none']
    const item = pick((await client.listBin()).items)?.id ?? 'none'
    switch (one.kind) {
      case 'add':
        return void (await add(one.text, one.key ?? undefined))
      case 'edit':
        return void (await send(`PATCH /api/cards/${card}`, { body: { text: one.text } }))
      case 'complete':
        return void (await send(`PATCH /api/cards/${card}`, { body: { complete: true } }))
      case 'remove':
        return void (await send(`DELETE /api/cards/${card}`))
      case 'project':
        return void (await send('POST /api/projects', { body: { title: one.text } }))
      case 'project card':
        return void (await send(`POST /api/projects/${project}/cards`, { body: { text: one.text } }))
      case 'rename':
        return void (await send(`PATCH /api/projects/${project}`, { body: { title: one.text } }))
      case 'remove project':
        return void (await send(`DELETE /api/projects/${project}`))
      case 'restore':
        return void (await send(`POST /api/bin/${item}/restore`))
      case 'purge':
        return void (await send(`DELETE /api/bin/${item}`))
      case 'empty':
        return void (await send('DELETE /api/bin'))
      case 'sweep':
        at.clock.advance(31 * day)
        return await sweepBin(at.world)
    }
  }

  test.each(['30', '0'])('with BIN_DAYS=%s', async (days) => {
    const own = await startTestInboard({
      MAX_CARDS: '6',
      MAX_TEXT: '60',
      BIN_DAYS: days,
      SESSION_TTL: '3650d',
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const person = await newcomer(own)
        for (const one of steps) {
          await take(one, person, own)
          const [counted, present] = await counts(person, own)
          expect([one, counted ?? { cards: 0, bytes: 0 }]).toEqual([one, present])
          expect(present?.cards).toBeLessThanOrEqual(6)
          expect(present?.bytes).toBeLessThanOrEqual(60)
        }
      }),
      { numRuns: 40 },
    )
    await own.stop()
  })
})
