import { expect, test } from 'vitest'
import type { Card } from '../../../src/contract/card.ts'
import { read, withCards } from './named-cards.ts'

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
