import { describe, expect, test } from 'vitest'
import { addTexts } from '../../support/service/add-texts.ts'
import { inboard } from '../../support/service/clocked.ts'
import { times } from '../../support/service/sending.ts'
import { found, withCards } from './searching.ts'

describe('of many', () => {
  test('those that were updated last come first, and as many as are wanted', async () => {
    const { client } = await withCards('bean 0', 'bean 1', 'bean 2', 'bean 3')
    const { cards } = await client.searchCards({ q: 'bean' })
    expect(cards.map(({ text }) => text)).toEqual(['bean 3', 'bean 2', 'bean 1', 'bean 0'])
    await client.editCard({ id: cards[2]?.id ?? '', text: 'bean 1, edited' })
    expect(await found(client, 'bean', 3)).toEqual(['bean 1, edited', 'bean 3', 'bean 2'])
    expect(await found(client, 'bean', 1)).toEqual(['bean 1, edited'])
    await client.editCard({ id: cards[0]?.id ?? '', text: 'carrot' })
    expect(await found(client, 'bean')).toEqual(['bean 1, edited', 'bean 2', 'bean 0'])
  })

  test('more than a page of them is looked through, and ties are in the order of ids', async () => {
    const { client } = await inboard.signIn()
    // Added so fast that some have the same time.
    const stack = times(220, (n) => `${n % 3 === 0 ? 'Straw' : 'Hay'} ${n}`)
    await addTexts(client, stack.slice(0, 100))
    const { card: needle } = await client.addInboxCard({ text: 'Needle' })
    await addTexts(client, stack.slice(100))

    const straws = (await client.listInboxCards()).cards
      .filter(({ text }) => text.startsWith('Straw'))
      .toSorted((a, b) =>
        a.updated_at === b.updated_at ? (a.id < b.id ? -1 : 1) : a.updated_at < b.updated_at ? 1 : -1,
      )
    expect((await client.searchCards({ q: 'needle' })).cards.map(({ id }) => id)).toEqual([needle.id])
    expect((await client.searchCards({ q: 'STRAW', limit: 200 })).cards).toEqual(straws)
    expect((await client.searchCards({ q: 'straw' })).cards).toEqual(straws.slice(0, 50))
    expect((await client.searchCards({ q: 'straw', limit: 7 })).cards).toEqual(straws.slice(0, 7))
    expect((await client.searchCards({ q: 'a', limit: 200 })).cards).toHaveLength(200)
  })

  test('cards that are edited or deleted meanwhile are found in their current version or not at all', async () => {
    const { client } = await inboard.signIn()
    await addTexts(
      client,
      times(30, (n) => `bean ${n}`),
    )
    const { cards } = await client.listInboxCards()
    const searches = Array.from({ length: 30 }, async () => (await client.searchCards({ q: 'bean' })).cards)
    const changes = cards.map(({ id }, n) =>
      n % 2 === 0 ? client.removeCard({ id }) : client.editCard({ id, text: 'pea' }),
    )
    for (const answer of await Promise.all(searches)) {
      for (const { text } of answer) expect(text).toMatch(/^bean/)
    }
    await Promise.all(changes)
    expect(await found(client, 'bean')).toEqual([])
  })
})
