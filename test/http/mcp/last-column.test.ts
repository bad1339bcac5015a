import { afterEach, describe, expect, test } from 'vitest'
import { closeAgents, furnish, somebody } from '../../support/agents/somebody.ts'

afterEach(closeAgents)

describe('the last column of a project', () => {
  async function garden() {
    const me = await somebody()
    await furnish(me)
    const find = async (text: string) => {
      const { cards } = await me.client.searchCards({ q: text })
      return cards.find((card) => card.text.startsWith(text))
    }
    return { ...me, find }
  }

  test('completes what an agent moves there, and reopens what it moves away', async () => {
    const { agent, find } = await garden()
    expect((await find('Buy milk'))?.complete).toBe(false)
    const { isError } = await agent.use('move', { moves: [{ cards: ['Buy milk'], to: 'Garden/Done' }] })
    expect(isError).toBe(false)
    expect((await find('Buy milk'))?.complete).toBe(true)
    await agent.use('move', { moves: [{ cards: ['Buy milk'], to: 'Garden/Doing' }] })
    expect((await find('Buy milk'))?.complete).toBe(false)
  })

  test('leaves completed cards and moves within the column alone', async () => {
    const { agent, find } = await garden()
    await agent.use('complete', { cards: ['Buy milk'] })
    await agent.use('move', { moves: [{ cards: ['Buy milk'], to: 'Garden/Doing' }] })
    expect((await find('Buy milk'))?.complete).toBe(true)
    await agent.use('move', { moves: [{ cards: ['Buy milk'], to: 'Garden/Done' }] })
    await agent.use('complete', { cards: ['Buy milk'], complete: false })
    await agent.use('move', { moves: [{ cards: ['Buy milk'], to: 'Garden/Done', place: 'top' }] })
    expect((await find('Buy milk'))?.complete).toBe(false)
  })

  test('completes what an agent adds there, unless it says that it is open', async () => {
    const { agent, find } = await garden()
    await agent.use('add', {
      to: 'Garden/Done',
      cards: [{ text: 'Mowed' }, { text: 'Not yet mowed', complete: false }],
    })
    expect([(await find('Mowed'))?.complete, (await find('Not yet'))?.complete]).toEqual([true, false])
    await agent.use('add', { projects: ['Attic'], cards: [{ text: 'Cleared', to: 'Attic/Done' }] })
    expect((await find('Cleared'))?.complete).toBe(true)
  })

  test('completes all cards that arrive, though some are complete already', async () => {
    const { agent, client } = await garden()
    await agent.use('add', { cards: [{ text: 'One' }, { text: 'Two', complete: true }, { text: 'Three' }] })
    await agent.use('move', { moves: [{ cards: ['One', 'Two', 'Three'], to: 'Garden/Done' }] })
    const { projects } = await client.listProjects()
    const { cards } = await client.listProjectCards({ project_id: projects[0]?.id ?? '' })
    expect(cards.slice(-3).map(({ text, complete }) => [text, complete])).toEqual([
      ['One', true],
      ['Two', true],
      ['Three', true],
    ])
  })
})
