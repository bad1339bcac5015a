import { expect } from 'vitest'
import { somebody } from '../../support/agents/somebody.ts'

/** Cards of the longest texts, a hundred in a call, are read in pages, and a hundred of them are moved at once. */
export async function fillInHundreds(hundreds: number): Promise<void> {
  const { agent, client } = await somebody()
  const long = 'ä€😀'.repeat(660)
  for (let part = 0; part < hundreds; part++) {
    const cards = Array.from({ length: 100 }, (_, index) => ({ text: `${part * 100 + index} ${long}` }))
    expect((await agent.use('add', { cards, place: 'bottom' })).isError).toBe(false)
  }
  const page = await agent.use('read', { items: ['inbox'], limit: 100, skip: 100 * (hundreds - 1) })
  expect(page.data.cards).toHaveLength(100)
  expect(page.data.cards[0]).toMatchObject({
    is_cut: true,
    text: expect.stringMatching(new RegExp(`^${100 * (hundreds - 1)} .{100,}…$`, 'u')),
  })
  const all = Array.from({ length: 100 }, (_, index) => `${index} ${long.slice(0, 4)}`)
  expect((await agent.use('move', { moves: [{ cards: all, to: 'inbox', place: 'bottom' }] })).isError).toBe(
    false,
  )
  const { cards } = await client.listInboxCards()
  expect(cards.map(({ text }) => Number.parseInt(text, 10))).toEqual([
    ...Array.from({ length: 100 * (hundreds - 1) }, (_, index) => index + 100),
    ...Array.from({ length: 100 }, (_, index) => index),
  ])
}
