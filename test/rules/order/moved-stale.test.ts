import { expect, test } from 'vitest'
import { tally } from '../../support/service/sending.ts'
import { withCards } from './named-cards.ts'

test('concurrent requests from stale pages each move only their own cards', async () => {
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

test('a stale page neither brings back deleted cards nor removes new ones', async () => {
  const { order, client, ids, inbox: readInbox } = await withCards('abcd')
  await client.removeCard({ id: ids.b ?? '' })
  await client.addInboxCard({ text: 'n', position: 1 })
  // It still sees a, b, c, d, and moves d behind b.
  expect((await order('abdc', 'd')).outcome).toBe('200')
  expect(await readInbox()).toBe('adnc')
})
