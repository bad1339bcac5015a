import { afterEach, describe, expect, test } from 'vitest'
import { closeAgents, furnish, somebody } from '../../support/agents/somebody.ts'

afterEach(closeAgents)

describe('naming cards and projects', () => {
  test('a name that matches several cards returns the candidates, and changes nothing', async () => {
    const { agent, client } = await somebody()
    await agent.use('add', {
      cards: [{ text: 'Milk' }, { text: 'Milk' }, { text: 'Milk for the cat' }, { text: 'Bread' }],
    })
    const { text, isError } = await agent.use('complete', { cards: ['milk', 'Bread', 'Butter for bread'] })
    expect(isError).toBe(true)
    expect(text).toMatch(/^Nothing was done\.\nSeveral cards match "milk": use the letters/)
    const ids = [...text.matchAll(/\[ \] ([g-z]{8}) Milk \(in Inbox\)/g)].map(([, id]) => id)
    expect(ids).toHaveLength(2)
    expect(text).toMatch(
      /No card matches "Butter for bread"\. Did you mean one of these\?\n {2}\[ \] [g-z]{8} Bread \(in Inbox\)/,
    )
    const { cards } = await client.listInboxCards()
    expect(cards.some(({ complete }) => complete)).toBe(false)
    expect((await agent.use('complete', { cards: [ids[1] ?? '', 'Milk for'] })).isError).toBe(false)
    // Of the two that are left, one is open.
    expect((await agent.use('complete', { cards: ['Milk'] })).isError).toBe(false)
  })

  test('for unknown projects and columns, the answer lists those that exist', async () => {
    const me = await somebody()
    await furnish(me)
    const { text } = await me.agent.use('move', {
      moves: [
        { cards: ['Buy milk'], to: 'Gardening' },
        { cards: ['Buy milk'], to: 'Garden/Later' },
      ],
    })
    expect(text).toMatch(/No project matches "Gardening"\. The projects are:\n {2}[g-z]{8} "Garden"/)
    expect(text).toMatch(
      /No column matches "Later"\. The columns are:\n {2}[g-z]{8} "To do"\n.+"Doing"\n.+"Done"$/m,
    )
    expect((await me.agent.use('add', { projects: ['garden'] })).text).toContain(
      'There is already a project "Garden".',
    )
    expect((await me.agent.use('delete', { projects: ['Gard'] })).text).toContain(
      'Use its id or its whole title.',
    )
  })

  test('a slash in a title, a project called like the inbox, and an id in other words', async () => {
    const { agent } = await somebody()
    await agent.use('add', { projects: ['House / Garden', 'Inbox'] })
    const { data } = await agent.use('add', {
      cards: [
        { text: 'a', to: 'House / Garden/Doing' },
        { text: 'b', to: 'house/garden' },
        { text: 'c', to: 'inbox' },
      ],
    })
    expect(data.done.map(({ place }: { place: string }) => place)).toEqual([
      'House / Garden / Doing',
      'House / Garden / To do',
      'Inbox',
    ])
  })

  test('mistakes in the arguments are explained', async () => {
    const { agent } = await somebody()
    const { text, isError } = await agent.use('add', { cards: [{ txt: 'Milk' }, { text: 5 }], too: 'inbox' })
    expect(isError).toBe(true)
    expect(text.split('\n').slice(1).sort()).toEqual([
      '- The arguments must not have "too"',
      '- cards[0] must have "text"',
      '- cards[0] must not have "txt"',
      '- cards[1].text must be string',
    ])
    expect((await agent.use('add', { cards: [{ text: '  ' }, { text: 'x'.repeat(2001) }] })).text).toBe(
      [
        'Nothing was done:',
        '- add "": Text must not be empty.',
        `- add "${'x'.repeat(80)}…": Text must be at most 2000 characters long.`,
      ].join('\n'),
    )
    await expect(agent.use('destroy')).rejects.toThrow('There is no tool "destroy"')
  })
})
