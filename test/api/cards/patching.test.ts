import { expect, test } from 'vitest'
import type { Card } from '../../../src/contract/card.ts'
import { laterThan } from '../../support/service/later.ts'
import { inboxOf } from './boards.ts'

test.each([
  { text: 'changed' },
  { complete: true },
  { position: 41 },
  { text: 'all', complete: true, position: 3 },
  { text: 'known', unknown: 1 },
])('a patch of %j changes that and nothing else', async (patch) => {
  const { client, cards } = await inboxOf('a', 'b', 'c')
  const [a, b, c] = cards as [Card, Card, Card]
  await laterThan(b.updated_at)
  const { card } = await client.editCard({ id: b.id, ...patch })
  const { unknown: _ignored, ...known } = { unknown: 0, ...patch }
  expect(card).toEqual({ ...b, ...known, revision: 4, updated_at: card.updated_at })
  expect(card.updated_at > b.updated_at).toBe(true)
  expect(await client.readCard({ id: b.id })).toEqual({ card })
  expect(await client.readCard({ id: a.id })).toEqual({ card: a })
  expect(await client.readCard({ id: c.id })).toEqual({ card: c })
})
