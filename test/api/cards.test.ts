import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Card } from '../../src/contract/card.ts'
import {
  codeOfRefusal,
  type SignedIn,
  startTestInboard,
  type TestInboard,
} from '../support/service/inboard.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard()
})
afterAll(() => inboard.stop())

const last = 2_147_483_647
const missing = '01890000-0000-7000-8000-000000000000'

const ranks = (cards: Card[]) => cards.map(({ text, position }) => `${text}${position}`).join(' ')

/** Signs somebody in and fills their inbox with cards of these names, each at the given position or at the end. */
async function inboxOf(...cards: (string | [string, number])[]) {
  const person = await inboard.signIn()
  const made: Card[] = []
  for (const card of cards) {
    const [text, position] = typeof card === 'string' ? [card] : card
    made.push((await person.client.addInboxCard({ text, ...(position !== undefined && { position }) })).card)
  }
  const read = async () => ranks((await person.client.listInboxCards()).cards)
  return { ...person, cards: made, read }
}

/** Gives somebody a project, and returns the ids of its three statuses. */
async function withProject(person?: SignedIn) {
  const owner = person ?? (await inboard.signIn())
  const { project } = await owner.client.addProject({ title: 'Project' })
  const { statuses } = await owner.client.listStatuses({ project_id: project.id })
  const [todo = '', doing = '', done = ''] = statuses.map(({ id }) => id)
  return { ...owner, project_id: project.id, todo, doing, done }
}

describe('a new card', () => {
  test('goes to the end of the inbox', async () => {
    const { client, user } = await inboxOf('a')
    const { card } = await client.addInboxCard({ text: '  b  ' })
    expect(card).toMatchObject({
      owner_id: user.id,
      project_id: null,
      status_id: null,
      text: 'b',
      complete: false,
      position: 1,
    })
    expect(card.created_at).toBe(card.updated_at)
    expect(await client.readCard({ id: card.id })).toEqual({ card })
  })

  test('goes to the end of the first status of a project', async () => {
    const { client, project_id, todo } = await withProject()
    await client.addProjectCard({ project_id, text: 'a' })
    const { card } = await client.addProjectCard({ project_id, text: 'b', complete: true })
    expect(card).toMatchObject({ project_id, status_id: todo, complete: true, position: 1 })
    expect(ranks((await client.listProjectCards({ project_id })).cards)).toBe('a0 b1')
  })

  test.each<[string, (string | [string, number])[], string]>([
    ['at a place moves those at or after it up', ['a', 'b', 'c', ['x', 1]], 'a0 x1 b2 c3'],
    ['at the head moves all up', ['a', 'b', ['x', 0]], 'x0 a1 b2'],
    ['beyond the end is stored as given', ['a', ['x', 7]], 'a0 x7'],
    ['after a far one follows it', ['a', ['x', 7], 'b'], 'a0 x7 b8'],
    [
      'in a gap moves later ones all the same',
      [
        ['a', 0],
        ['b', 5],
        ['x', 3],
      ],
      'a0 x3 b6',
    ],
    ['at the bound is stored as given', ['a', ['x', last]], `a0 x${last}`],
    ['after the bound packs the column first', ['a', ['x', last], 'b'], 'a0 x1 b2'],
    ['at the bound twice packs the first', ['a', ['x', last], ['y', last]], `a0 x1 y${last}`],
    ['below one at the bound packs first', ['a', ['x', last], ['y', 1]], 'a0 y1 x2'],
  ])('%s', async (_name, cards, expected) => {
    const { read } = await inboxOf(...cards)
    expect(await read()).toBe(expected)
  })

  test('simultaneously with others gets a place of its own', async () => {
    const { client, read } = await inboxOf()
    await Promise.all(Array.from({ length: 30 }, () => client.addInboxCard({ text: 'x' })))
    expect(await read()).toBe(Array.from({ length: 30 }, (_, position) => `x${position}`).join(' '))
  })

  test.each([
    {},
    { text: '' },
    { text: ' ' },
    { text: 7 },
    { text: 'x'.repeat(2001) },
    { text: 'x', complete: 'true' },
    { text: 'x', complete: null },
    { text: 'x', position: -1 },
    { text: 'x', position: 1.5 },
    { text: 'x', position: '1' },
    { text: 'x', position: null },
    { text: 'x', position: last + 1 },
  ])('is refused as %j', async (body) => {
    const { token, read } = await inboxOf('a')
    const { status, body: problem } = await inboard.request('POST', '/api/inbox/cards', { token, body })
    expect([status, problem.code]).toEqual([422, 'validation_failed'])
    expect(await read()).toBe('a0')
  })
})

describe('a patch', () => {
  test.each([
    { text: 'changed' },
    { complete: true },
    { position: 41 },
    { text: 'all', complete: true, position: 3 },
    { text: 'known', unknown: 1 },
  ])('%j changes that and nothing else', async (patch) => {
    const { client, cards } = await inboxOf('a', 'b', 'c')
    const [a, b, c] = cards as [Card, Card, Card]
    inboard.clock.advance(5)
    const { card } = await client.editCard({ id: b.id, ...patch })
    const { unknown: _ignored, ...known } = { unknown: 0, ...patch }
    expect(card).toEqual({ ...b, ...known, revision: 4, updated_at: card.updated_at })
    expect(card.updated_at > b.updated_at).toBe(true)
    expect(await client.readCard({ id: b.id })).toEqual({ card })
    expect(await client.readCard({ id: a.id })).toEqual({ card: a })
    expect(await client.readCard({ id: c.id })).toEqual({ card: c })
  })

  test.each([
    {},
    { unknown: 1 },
    { text: '' },
    { text: null },
    { complete: null },
    { complete: 1 },
    { position: null },
    { position: -1 },
    { status_id: null },
    { status_id: missing, text: 'x' },
    { project_id: null, text: 'x' },
  ])('%j is refused and changes nothing', async (body) => {
    const { client, token, cards } = await inboxOf('a')
    const { status, body: problem } = await inboard.request('PATCH', `/api/cards/${cards[0]?.id}`, {
      token,
      body,
    })
    expect([status, problem.code]).toEqual([422, 'validation_failed'])
    if ('status_id' in body || 'project_id' in body)
      expect(JSON.stringify(problem.errors)).toContain('PUT /api/cards/order')
    expect((await client.listInboxCards()).cards).toEqual(cards)
  })
})

describe('deleting a card', () => {
  test('closes the ranks of its column and no other', async () => {
    const { client, cards, read, ...person } = await inboxOf('a', 'b', 'c', ['d', 9])
    const { project_id } = await withProject({ client, ...person })
    await client.addProjectCard({ project_id, text: 'p', position: 4 })
    expect(await client.removeCard({ id: cards[1]?.id ?? '' })).toBeUndefined()
    expect(await read()).toBe('a0 c1 d2')
    expect(ranks((await client.listProjectCards({ project_id })).cards)).toBe('p4')
    expect(await codeOfRefusal(client.removeCard({ id: cards[1]?.id ?? '' }))).toBe('not_found')
  })

  test('twice at once deletes once', async () => {
    const { client, cards, read } = await inboxOf('a', 'b')
    const remove = () => codeOfRefusal(client.removeCard({ id: cards[0]?.id ?? '' }))
    expect((await Promise.all([remove(), remove(), remove()])).toSorted()).toEqual([
      'accepted',
      'not_found',
      'not_found',
    ])
    expect(await read()).toBe('b0')
  })
})

test('cards are listed by status, then position, then id', async () => {
  const { client, project_id, todo, doing, done } = await withProject()
  const ids: Record<string, string> = {}
  for (const text of ['a', 'b', 'c', 'd', 'e'])
    ids[text] = (await client.addProjectCard({ project_id, text })).card.id
  const put = (status_id: string, ...names: string[]) =>
    client.setColumn({ project_id, status_id, card_ids: names.map((name) => ids[name] ?? '') })
  await put(done, 'a', 'b')
  await put(doing, 'c')
  await client.editCard({ id: ids.b ?? '', position: 0 })
  const { cards } = await client.listProjectCards({ project_id })
  expect(cards.map(({ text, status_id }) => [text, status_id])).toEqual([
    ['d', todo],
    ['e', todo],
    ['c', doing],
    ['a', done],
    ['b', done],
  ])
})

test('a card of somebody else is the same as one that is missing, to the byte', async () => {
  const ada = await inboxOf('private')
  const bob = await inboxOf('own')
  const [card] = ada.cards as [Card]
  const calls: [string, string, unknown?][] = [
    ['GET', '/api/cards/ID'],
    ['PATCH', '/api/cards/ID', { text: 'mine now' }],
    ['DELETE', '/api/cards/ID'],
    ['PUT', '/api/cards/order', { project_id: null, status_id: null, card_ids: ['ID'] }],
    ['PUT', '/api/cards/order', { project_id: null, status_id: null, card_ids: [bob.cards[0]?.id, 'ID'] }],
  ]
  for (const [method, path, body] of calls) {
    const answers = []
    for (const id of [card.id, missing, 'nonsense']) {
      const { status, text } = await inboard.request(method, path.replace('ID', id), {
        token: bob.token,
        ...(body !== undefined && { body: JSON.stringify(body).replace('ID', id) }),
      })
      answers.push(`${status} ${text}`)
    }
    expect(new Set(answers).size, `${method} ${path}`).toBe(1)
    expect(answers[0]).toContain('404')
  }
  expect(await ada.client.readCard({ id: card.id })).toEqual({ card })
  expect(await bob.read()).toBe('own0')
})

describe('setting a column', () => {
  /** Cards a, b and c in the first status, d in the second, e and f in the inbox. */
  async function board() {
    const owner = await withProject()
    const { client, project_id, todo, doing, done } = owner
    const ids: Record<string, string> = {}
    for (const text of ['a', 'b', 'c', 'd'])
      ids[text] = (await client.addProjectCard({ project_id, text })).card.id
    for (const text of ['e', 'f']) ids[text] = (await client.addInboxCard({ text })).card.id
    await client.setColumn({ project_id, status_id: doing, card_ids: [ids.d ?? ''] })
    const columns = { todo, doing, done, inbox: null }
    const put = async (column: keyof typeof columns, names: string) => {
      const status_id = columns[column]
      const card_ids = names.split('').map((name) => ids[name] ?? name)
      const { cards } = await client.setColumn({ project_id: status_id && project_id, status_id, card_ids })
      return ranks(cards)
    }
    const read = async () => {
      const { cards } = await client.listProjectCards({ project_id })
      const of = (status_id: string) => ranks(cards.filter((card) => card.status_id === status_id))
      return [of(todo), of(doing), of(done), ranks((await client.listInboxCards()).cards)]
    }
    return { ...owner, ids, put, read }
  }

  test.each<['todo' | 'doing' | 'done' | 'inbox', string, string, string[]]>([
    ['todo', 'cba', 'c0 b1 a2', ['c0 b1 a2', 'd0', '', 'e0 f1']],
    ['todo', 'c', 'c0 a1 b2', ['c0 a1 b2', 'd0', '', 'e0 f1']],
    ['todo', '', 'a0 b1 c2', ['a0 b1 c2', 'd0', '', 'e0 f1']],
    ['todo', 'abc', 'a0 b1 c2', ['a0 b1 c2', 'd0', '', 'e0 f1']],
    ['doing', 'b', 'b0 d1', ['a0 c1', 'b0 d1', '', 'e0 f1']],
    ['doing', 'db', 'd0 b1', ['a0 c1', 'd0 b1', '', 'e0 f1']],
    ['done', 'eda', 'e0 d1 a2', ['b0 c1', '', 'e0 d1 a2', 'f0']],
    ['inbox', 'abcd', 'a0 b1 c2 d3 e4 f5', ['', '', '', 'a0 b1 c2 d3 e4 f5']],
    ['inbox', 'fce', 'f0 c1 e2', ['a0 b1', 'd0', '', 'f0 c1 e2']],
  ])('%s to %j', async (column, names, answer, after) => {
    const { put, read } = await board()
    expect(await put(column, names)).toBe(answer)
    expect(await read()).toEqual(after)
  })

  test('moves cards between projects', async () => {
    const { client, user, token, ids, read } = await board()
    const other = await withProject({ client, user, token })
    const { cards } = await client.setColumn({
      project_id: other.project_id,
      status_id: other.doing,
      card_ids: [ids.e ?? '', ids.b ?? ''],
    })
    expect(ranks(cards)).toBe('e0 b1')
    expect(cards[0]).toMatchObject({ project_id: other.project_id, status_id: other.doing })
    expect(await read()).toEqual(['a0 c1', 'd0', '', 'f0'])
  })

  test('closes the gaps that positions by hand have left', async () => {
    const { client, ids, put, read } = await board()
    await client.editCard({ id: ids.a ?? '', position: 70 })
    await client.editCard({ id: ids.f ?? '', position: 70 })
    expect(await put('todo', '')).toBe('b0 c1 a2')
    expect(await put('doing', 'e')).toBe('e0 d1')
    expect((await read())[3]).toBe('f0')
  })

  test.each<[string, object, number, string]>([
    ['a repeated id', { card_ids: ['a', 'a'] }, 422, 'validation_failed'],
    ['a status of another project', { status_id: 'foreign status' }, 404, 'not_found'],
    ['another person’s project', { project_id: 'foreign project' }, 404, 'not_found'],
    ['an unknown status', { status_id: missing }, 404, 'not_found'],
    ['an unknown project', { project_id: missing }, 404, 'not_found'],
    ['a malformed project', { project_id: 'nonsense' }, 404, 'not_found'],
    ['an unknown card', { card_ids: ['c', missing] }, 404, 'not_found'],
    ['a malformed card', { card_ids: ['c', ''] }, 404, 'not_found'],
    ['another person’s card', { card_ids: ['c', 'foreign card'] }, 404, 'not_found'],
    ['a number among the cards', { card_ids: ['c', 1] }, 422, 'validation_failed'],
    ['a null among the cards', { card_ids: [null] }, 422, 'validation_failed'],
    ['no list', { card_ids: 'c' }, 422, 'validation_failed'],
    ['a missing list', { card_ids: undefined }, 422, 'validation_failed'],
    ['a missing status', { status_id: undefined }, 422, 'validation_failed'],
    ['a missing project', { project_id: undefined }, 422, 'validation_failed'],
    ['a project with no status', { status_id: null }, 422, 'validation_failed'],
    ['a status with no project', { project_id: null }, 422, 'validation_failed'],
    ['a number for a status', { status_id: 1 }, 422, 'validation_failed'],
  ])('refuses %s and changes nothing', async (_name, change, status, code) => {
    const { token, ids, read, project_id, todo } = await board()
    const stranger = await withProject()
    const { card } = await stranger.client.addInboxCard({ text: 'foreign' })
    const named: Record<string, string> = {
      ...ids,
      'foreign status': stranger.todo,
      'foreign project': stranger.project_id,
      'foreign card': card.id,
    }
    const body = JSON.parse(
      JSON.stringify({ project_id, status_id: todo, card_ids: ['c', 'a'], ...change }),
      (_key, value) => (typeof value === 'string' ? (named[value] ?? value) : value),
    )
    const before = await read()
    const answer = await inboard.request('PUT', '/api/cards/order', { token, body })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await read()).toEqual(before)
  })
})
