import { afterEach, describe, expect, test } from 'vitest'
import { closeAgents, furnish, somebody } from '../../support/agents/somebody.ts'

afterEach(closeAgents)

describe('beside others', () => {
  test('a text is not written over one that the agent has not read', async () => {
    const { agent, client } = await somebody()
    const { card } = await client.addInboxCard({ text: 'Milk' })
    const blind = await agent.use('edit', { cards: [{ card: card.id, text: 'Bread' }] })
    expect([blind.isError, blind.text]).toEqual([
      true,
      expect.stringMatching(/"revision" is required.*\n.*revision \d+:\n {4}Milk$/),
    ])
    await client.editCard({ id: card.id, text: 'Milk, two litres' })
    const late = await agent.use('edit', {
      cards: [{ card: card.id, text: 'Bread', revision: card.revision }],
    })
    expect(late.isError).toBe(true)
    expect(late.text).toMatch(
      /somebody has changed it since you read it\. It now says:\n.*revision (\d+):\n {4}Milk, two litres$/,
    )
    const revision = Number(/revision (\d+)/.exec(late.text)?.[1])
    expect((await agent.use('edit', { cards: [{ card: card.id, text: 'Bread', revision }] })).isError).toBe(
      false,
    )
    expect((await client.readCard({ id: card.id })).card.text).toBe('Bread')
  })

  test('replaces a passage in the current text, and refuses unless it occurs exactly once', async () => {
    const { agent, client } = await somebody()
    const { card } = await client.addInboxCard({ text: 'Milk and milk\nEggs' })
    const once = await agent.use('edit', { cards: [{ card: 'Milk', replace: 'Eggs', with: 'Six eggs' }] })
    expect(once.text).toContain('Six eggs')
    for (const replace of ['i', 'Bread', ''])
      expect((await agent.use('edit', { cards: [{ card: 'Milk', replace, with: 'x' }] })).isError).toBe(true)
    const both = await agent.use('edit', {
      cards: [{ card: 'Milk', replace: 'Eggs', with: 'x', append: 'y' }],
    })
    expect(both.text).toContain('either "replace" and "with", or "append"')
    expect((await client.readCard({ id: card.id })).card.text).toBe('Milk and milk\nSix eggs')
  })

  test('edits of the same card are made one after the other', async () => {
    const { agent, client } = await somebody()
    const { card } = await client.addInboxCard({ text: 'Milk' })
    const given = {
      key: 'twice',
      cards: [
        { card: 'Milk', replace: 'Milk', with: 'Bread' },
        { card: card.id, append: 'Two loaves' },
      ],
    }
    expect(await agent.use('edit', given)).toMatchObject({ isError: false })
    const { revision, text } = (await client.readCard({ id: card.id })).card
    expect([text, revision]).toEqual(['Bread\nTwo loaves', card.revision + 1])
  })

  test('a card that somebody has moved away meanwhile stays there', async () => {
    const me = await somebody()
    await furnish(me)
    const { text, isError } = await me.agent.use('move', {
      moves: [{ cards: ['Build', 'Buy milk'], to: 'Garden/Done', only_from: 'Garden/To do' }],
    })
    expect([isError, text]).toEqual([
      true,
      expect.stringMatching(/Build a bird house" is now in Garden \/ Doing\.\n.*is now in Inbox\./),
    ])
    const after = await me.agent.use('move', {
      moves: [{ cards: ['Buy milk'], to: 'Garden/Done', after: 'Prune' }],
    })
    expect(after.text).toContain('is not in Garden / Done, but in Garden / To do')
  })

  test('reports which of many items were done and which were not', async () => {
    const { agent, client } = await somebody()
    const { text, isError, data } = await agent.use('add', {
      cards: [{ text: 'Milk' }, { text: ' ' }, { text: 'Bread' }],
    })
    expect(isError).toBe(true)
    expect(text.replaceAll(/[g-z]{8}/g, 'ID')).toBe(
      'Added ID "Milk" to Inbox.\nAdded ID "Bread" to Inbox.\nNot done:\n- add "": Text must not be empty.',
    )
    expect([data.done.length, data.not_done.length]).toEqual([2, 1])
    expect((await client.listInboxCards()).cards).toHaveLength(2)
  })
})
