import { describe, expect, test } from 'vitest'
import { inboxOf, last, ranks, withProject } from './boards.ts'

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
})
