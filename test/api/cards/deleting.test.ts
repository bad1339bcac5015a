import { describe, expect, test } from 'vitest'
import { codeOfRefusal } from '../../support/service/inboard.ts'
import { inboxOf, ranks, withProject } from './boards.ts'

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
