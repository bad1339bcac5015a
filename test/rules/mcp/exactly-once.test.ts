import { afterEach, describe, expect, test } from 'vitest'
import { closeAgents, somebody } from '../../support/agents/somebody.ts'

afterEach(closeAgents)

describe('exactly once', () => {
  test('repeating a call with the same key does nothing again, even if the board has changed', async () => {
    const { agent, client } = await somebody()
    const adding = {
      key: 'first of all',
      projects: ['Garden'],
      cards: [{ text: 'Milk' }, { text: 'Milk' }, { text: 'Dig', to: 'Garden/Doing' }],
    }
    const first = await agent.use('add', adding)
    const moving = { key: 'k', moves: [{ cards: [first.data.done[1].id], to: 'Garden/Done' }] }
    expect((await agent.use('move', moving)).isError).toBe(false)
    const [mover] = (await client.listInboxCards()).cards
    const appending = { key: 'k', cards: [{ card: mover?.id, append: 'two litres' }] }
    expect((await agent.use('edit', appending)).isError).toBe(false)
    // Somebody goes on working.
    const garden = (await client.listProjects()).projects[0]?.id ?? ''
    const { statuses } = await client.listStatuses({ project_id: garden })
    await client.setColumn({ project_id: null, status_id: null, card_ids: [first.data.done[1].id] })
    await client.addInboxCard({ text: 'Milk' })
    const before = await client.changes()

    for (const [name, given] of [
      ['add', adding],
      ['move', moving],
      ['edit', appending],
    ] as const) {
      const again = await agent.use(name, given)
      expect([name, again.isError]).toEqual([name, false])
    }
    expect(await client.changes()).toEqual(before)
    expect(statuses).toHaveLength(3)
    const { cards } = await client.listInboxCards()
    expect(cards.map(({ text }) => text).sort()).toEqual(['Milk', 'Milk', 'Milk\ntwo litres'])
  })

  test('a key that is reused for another change does not block it', async () => {
    const { agent, client } = await somebody()
    await agent.use('add', { key: '1', cards: [{ text: 'Milk' }] })
    await agent.use('add', { key: '1', cards: [{ text: 'Bread' }] })
    await agent.use('add', { key: '1', projects: ['Shops'] })
    await agent.use('add', { key: '1', to: 'Shops', cards: [{ text: 'Milk' }] })
    expect((await client.listInboxCards()).cards.map(({ text }) => text)).toEqual(['Milk', 'Bread'])
    expect((await client.listProjects()).projects).toMatchObject([{ title: 'Shops', card_count: 1 }])
  })

  test('items with the same name are distinguished, and one item under two names is one', async () => {
    const { agent, client } = await somebody()
    const { data } = await agent.use('add', {
      projects: ['Garden'],
      cards: [{ text: 'Garden' }, { text: 'Milk' }],
    })
    const both = await agent.use('delete', {
      cards: ['Garden', 'Milk', data.done[2].id],
      projects: ['Garden'],
    })
    expect([both.isError, both.data.done.length]).toEqual([false, 3])
    expect((await client.listBin()).items).toHaveLength(3)
    const key = 'k'
    await agent.use('add', { key, cards: [{ text: 'Soap' }] })
    const { id } = (await client.listInboxCards()).cards[0] ?? { id: '' }
    await client.removeCard({ id })
    const again = await agent.use('add', { key, cards: [{ text: 'Soap' }] })
    expect([again.isError, again.text]).toEqual([true, expect.stringContaining('and then deleted')])
    expect((await agent.use('add', { key, cards: [{ text: 'Soap', complete: true }] })).isError).toBe(false)
  })

  test('a repeated deletion says that the item is in the bin, and deletes nothing else', async () => {
    const { agent, client } = await somebody()
    await agent.use('add', { cards: [{ text: 'Milk' }, { text: 'Milk for the cat' }, { text: 'Soap' }] })
    const deleting = { key: 'k', cards: ['Milk'] }
    await agent.use('delete', deleting)
    expect((await agent.use('delete', deleting)).text).toContain('(already done)')
    await agent.use('delete', { cards: ['Soap'] })
    expect((await agent.use('delete', { cards: ['Soap'] })).text).toContain('is already in the bin')
    expect((await client.listInboxCards()).cards.map(({ text }) => text)).toEqual(['Milk for the cat'])
  })
})
