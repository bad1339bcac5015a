import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Card } from '../../src/contract/card.ts'
import { startTestInboard, type TestInboard } from '../support/service/inboard.ts'
import { sender, tally, times } from '../support/service/sending.ts'

let inboard: TestInboard
let stranger: string
beforeAll(async () => {
  inboard = await startTestInboard()
  const { client } = await inboard.signIn()
  stranger = (await client.addInboxCard({ text: 'foreign' })).card.id
})
afterAll(() => inboard.stop())

const missing = '01890000-0000-7000-8000-000000000000'
const inbox = { project_id: null, status_id: null }

/** Somebody with these cards in their inbox, and these in the first column of a project. */
async function withCards(inInbox: string, inProject = '') {
  const person = await inboard.signIn()
  const { client } = person
  const { project } = await client.addProject({ title: 'Project' })
  const project_id = project.id
  const { statuses } = await client.listStatuses({ project_id })
  const [todo, doing] = statuses.map(({ id }) => ({ project_id, status_id: id }))
  const ids: Record<string, string> = { '?': missing, '!': stranger, '-': 'no id at all', '0': '\0\ud800' }
  for (const text of inInbox) ids[text] = (await client.addInboxCard({ text })).card.id
  for (const text of inProject) ids[text] = (await client.addProjectCard({ project_id, text })).card.id
  const send = sender(inboard, person.token)
  const idsOf = (names: string) => [...names].map((name) => ids[name] ?? '')
  /** Cards by their texts: `order('dea', 'a')` lists d, e and a, and moves a. */
  const order = (names: string, moved: string, column: object = inbox) =>
    send('PUT /api/cards/order', { body: { ...column, card_ids: idsOf(names), moved: idsOf(moved) } })
  return {
    ...person,
    send,
    order,
    ids,
    idsOf,
    project_id,
    todo: todo ?? {},
    doing: doing ?? {},
    inbox: async () => read((await client.listInboxCards()).cards),
    project: async () => read((await client.listProjectCards({ project_id })).cards),
  }
}

/** The texts in order; every column must be dense. */
function read(cards: Card[]): string {
  const columns = Object.values(Object.groupBy(cards, ({ status_id }) => String(status_id)))
  for (const column of columns)
    expect(column?.map(({ position }) => position)).toEqual(times(column?.length ?? 0, (index) => index))
  return cards.map(({ text }) => text).join('')
}

test.each<[names: string, moved: string, after: string, why: string]>([
  ['dea', 'a', 'bcdea', 'behind the nearest before it'],
  ['cab', 'a', 'bcade', 'what is listed behind it does not matter'],
  ['ae', 'e', 'aebcd', 'towards the head'],
  ['e', 'e', 'eabcd', 'first if nothing is listed before it'],
  ['eabcd', 'e', 'eabcd', 'first if it is listed first'],
  ['dab', 'ab', 'cdabe', 'two, one behind the other'],
  ['dba', 'ab', 'cdbae', 'in the order of the list, not of what is moved'],
  ['adbec', 'de', 'adbec', 'each behind its own landmark'],
  ['ecba', 'c', 'abdec', 'landmarks that are themselves out of order stay where they are'],
  ['e?a', 'a', 'bcdea', 'a landmark that never was is passed over'],
  ['e!-0a', 'a', 'bcdea', 'a foreign or impossible one, too'],
  ['?!-0e', 'e', 'eabcd', 'first if no landmark is there'],
  ['d?ea', 'ea', 'bcdea', 'behind the moved one before it, if that is nearer'],
  ['?ea', 'ea', 'eabcd', 'two to the head'],
  ['xb', 'b', 'bacde', 'a landmark that is in another column is passed over'],
  ['dxb', 'b', 'acdbe', 'the one before it counts'],
  ['dxyb', 'xb', 'acdxbe', 'one that comes from another column is a landmark, too'],
  ['edcba', 'edcba', 'edcba', 'all of them'],
  ['edcba', '', 'abcde', 'none of them'],
])('%s, moving %s: %s (%s)', async (names, moved, after) => {
  const { order, inbox: readInbox, project } = await withCards('abcde', 'xyz')
  const answer = await order(names, moved)
  expect(answer.outcome).toBe('200')
  expect(read(answer.body.cards)).toBe(after)
  expect(await readInbox()).toBe(after)
  expect(await project()).toBe(after.includes('x') ? 'yz' : 'xyz')
})

test('an empty column is moved into, and one that becomes empty is left', async () => {
  const { order, doing, todo, project, inbox: readInbox, client, project_id } = await withCards('ab', 'xy')
  expect(read((await order('xby', 'by', doing)).body.cards)).toBe('by')
  expect([await readInbox(), await project()]).toEqual(['a', 'xby'])
  expect(read((await order('yx', 'x', doing)).body.cards)).toBe('byx')
  expect(await order('', '', todo)).toMatchObject({ status: 200, body: { cards: [] } })
  const { project: counted } = await client.readProject({ project_id })
  expect(counted.card_count).toBe(3)
})

test('only cards that go to another column have a new revision', async () => {
  const { order, client, idsOf } = await withCards('abc', 'x')
  const before = new Map((await client.changes()).cards.map((card) => [card.id, card.revision]))
  const { seq, body } = await order('axc', 'xc')
  const changed = body.cards.filter((card: Card) => card.revision !== before.get(card.id))
  expect(changed).toEqual([expect.objectContaining({ text: 'x', revision: seq })])
  const changes = await client.changes({ since: (seq ?? 0) - 1 })
  expect(changes.cards.map(({ text }) => text)).toEqual(['x'])
  expect(new Set(changes.positions.map(({ id }) => id))).toEqual(new Set(idsOf('b')))
})

test('a card that is moved and is missing or foreign is 404, and nothing moves', async () => {
  const { send, order, inbox: readInbox, idsOf, doing, client } = await withCards('abc')
  const { seq } = await client.changes()
  for (const moved of ['?', '!', '-', '0', 'c?', '!a'])
    expect((await order(`cb${moved.replace(/[a-c]/, '')}a`, moved)).outcome).toBe('404 not_found')
  const strange = [
    { ...doing, status_id: missing },
    { ...doing, project_id: missing },
    { project_id: stranger, status_id: stranger },
  ]
  for (const column of strange)
    expect(
      (await send('PUT /api/cards/order', { body: { ...column, card_ids: idsOf('a'), moved: [] } })).outcome,
    ).toBe('404 not_found')
  expect([await readInbox(), (await client.changes()).seq]).toEqual(['abc', seq])
})

test('what is not a list of listed ids is 422', async () => {
  const { send, inbox: readInbox, idsOf } = await withCards('abc')
  const [a, b] = idsOf('ab')
  const wrong = [
    null,
    'a',
    {},
    [1],
    [null],
    [b],
    [a, b],
    [a, a],
    [missing],
    times(10_001, () => a),
    [a?.toUpperCase()],
  ]
  const answers = []
  for (const moved of wrong)
    answers.push(await send('PUT /api/cards/order', { body: { ...inbox, card_ids: [a], moved } }))
  // A mistake in the rest of the body is one with `moved`, too.
  for (const body of [
    { ...inbox, card_ids: [a, b, b], moved: [a] },
    { ...inbox, moved: [a] },
    { project_id: null, status_id: missing, card_ids: [a], moved: [a] },
  ])
    answers.push(await send('PUT /api/cards/order', { body }))
  expect(tally(answers)).toEqual({ '422 validation_failed': wrong.length + 3 })
  expect(await readInbox()).toBe('abc')
})

test('pages that are out of date at once each move what they move, and nothing else', async () => {
  const { order, inbox: readInbox } = await withCards('abcdefgh')
  const answers = await Promise.all([
    order('hbcdefga', 'h'),
    order('abcdefhg', 'h'),
    order('bacdefgh', 'b'),
    order('acbdefgh', 'c'),
  ])
  expect(tally(answers)).toEqual({ '200': 4 })
  const after = await readInbox()
  expect([...after].sort().join('')).toBe('abcdefgh')
  expect(after.replace(/[bch]/g, '')).toBe('adefg')
})

test('a stale page does not bring back what was deleted, nor take away what has come', async () => {
  const { order, client, ids, inbox: readInbox } = await withCards('abcd')
  await client.removeCard({ id: ids.b ?? '' })
  await client.addInboxCard({ text: 'n', position: 1 })
  // It still sees a, b, c, d, and moves d behind b.
  expect((await order('abdc', 'd')).outcome).toBe('200')
  expect(await readInbox()).toBe('adnc')
})
