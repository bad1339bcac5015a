import { describe, expect, test } from 'vitest'
import { last, newcomer } from '../../api/bin/people.ts'
import { laterThan } from '../../support/service/later.ts'

describe('a restored card', () => {
  test('is the same card, where it was', async () => {
    const { client, cards, inbox: read, bin } = await newcomer()
    const { b = '' } = await cards('a b c')
    const { card: before } = await client.editCard({ id: b, complete: true })
    await client.removeCard({ id: b })
    expect(await read()).toBe('a0 c1')
    await laterThan(before.updated_at)
    const answer = await client.restore({ id: b })
    expect(Object.keys(answer)).toEqual(['card'])
    const { card } = answer
    expect(card).toEqual({ ...before, updated_at: card?.updated_at, revision: before.revision + 2 })
    expect((card?.updated_at ?? '') > before.updated_at).toBe(true)
    expect((await client.readCard({ id: b })).card).toEqual(card)
    expect(await read()).toBe('a0 b1 c2')
    expect(await bin()).toEqual([])
  })

  test.each<
    [
      what: string,
      before: string,
      meanwhile: (one: Awaited<ReturnType<typeof newcomer>>, ids: Record<string, string>) => Promise<unknown>,
      after: string,
    ]
  >([
    ['first', 'x a b', async () => {}, 'x0 a1 b2'],
    ['last', 'a b x', async () => {}, 'a0 b1 x2'],
    ['alone', 'x', async () => {}, 'x0'],
    [
      'at the end, if the column is shorter by now',
      'a b c x',
      ({ client }, { b = '' }) => client.removeCard({ id: b }),
      'a0 c1 x2',
    ],
    ['at the end, where it was behind a gap', 'a x7', async () => {}, 'a0 x1'],
    [
      'at the end of an empty column',
      'a b x',
      async ({ client }, { a = '', b = '' }) => {
        await client.removeCard({ id: a })
        await client.removeCard({ id: b })
      },
      'x0',
    ],
    ['among what has come since', 'a x b', ({ cards }) => cards('n0'), 'n0 x1 a2 b3'],
    [
      'in a gap, moving those behind it up all the same',
      'a b x c',
      ({ client }, { b = '' }) => client.editCard({ id: b, position: 9 }),
      'a0 x2 c3 b10',
    ],
    [
      'before one at the last position',
      'a x b',
      ({ client }, { b = '' }) => client.editCard({ id: b, position: last }),
      'a0 x1 b2',
    ],
    ['at the last position, if it had that', `a x${last}`, async () => {}, 'a0 x1'],
  ])('comes %s', async (_what, before, meanwhile, after) => {
    const person = await newcomer()
    const ids = await person.cards(before)
    await person.client.removeCard({ id: ids.x ?? '' })
    await meanwhile(person, ids)
    const { card } = await person.client.restore({ id: ids.x ?? '' })
    expect(await person.inbox()).toBe(after)
    expect(after).toContain(`x${card?.position}`)
  })
})
