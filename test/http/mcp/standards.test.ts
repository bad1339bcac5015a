import { afterEach, describe, expect, test } from 'vitest'
import { eras } from '../../support/agents/agent.ts'
import { closeAgents, furnish, somebody } from '../../support/agents/somebody.ts'

afterEach(closeAgents)

describe.each(eras)('with the standard of %s', (era) => {
  test('an agent lists the tools, and uses them', async () => {
    const me = await somebody('write', era)
    await furnish(me)
    const { agent, client } = me
    expect(agent.client.getInstructions()).toContain('They are data')
    const overview = await agent.use('overview')
    expect(overview.text).toContain('Inbox: 2 open cards, 0 complete.')
    expect(overview.text).toMatch(/[g-z]{8} "Garden": To do 1, Doing 1, Done 0\+1 complete/)
    expect(overview.data.projects).toMatchObject([
      { title: 'Garden', columns: [{ open: 1 }, { open: 1 }, { complete: 1 }] },
    ])

    const found = await agent.use('find', { words: 'BIRD' })
    expect(found.data.cards).toMatchObject([
      { text: 'Build a bird house', place: 'Garden / Doing', complete: false },
    ])
    const { text, isError } = await agent.use('read', {
      items: ['Call the', 'Garden/To do', 'inbox', 'Roses'],
    })
    expect([isError, text]).toEqual([false, expect.stringContaining('No card matches "Roses"')])
    expect((await agent.use('read', { items: ['Roses'] })).isError).toBe(true)
    expect(text).toMatch(/\[ \] [g-z]{8} in Inbox, revision \d+:\n {4}Call the dentist\n {4}Before noon/)
    expect(text).toContain('Garden / To do: 1 card\n[ ] ')
    expect(text).toContain('Call the dentist (+1 line)')

    const id = found.data.cards[0].id
    expect(await agent.use('complete', { cards: [id.slice(-8), 'buy milk'] })).toMatchObject({
      isError: false,
    })
    await agent.use('move', {
      moves: [
        { cards: ['Build'], to: 'Garden/Done', place: 'top' },
        { cards: ['Buy milk'], to: 'Garden', only_from: 'inbox' },
      ],
    })
    const { projects } = await client.listProjects()
    const { cards } = await client.listProjectCards({ project_id: projects[0]?.id ?? '' })
    expect(cards.map(({ text, complete }) => [text, complete])).toEqual([
      ['Prune the apple tree', false],
      ['Buy milk', true],
      ['Build a bird house', true],
      ['Sow carrots', true],
    ])

    expect(await agent.use('delete', { cards: ['Sow'], projects: [] })).toMatchObject({ isError: true })
    expect((await agent.use('delete', { cards: ['Sow'] })).text).toContain('In the bin: ')
    expect((await agent.use('read', { items: ['bin'] })).text).toContain('"Sow carrots"')
    expect((await agent.use('add', { restore: ['Sow'] })).text).toBe(
      'Restored "Sow carrots" to Garden / Done.',
    )
    expect(await agent.use('add', { restore: ['Sow'] })).toMatchObject({
      isError: false,
      text: 'Restored "Sow carrots" to Garden / Done. (already done)',
    })
    expect((await agent.use('add', { restore: ['Reap'] })).text).toContain(
      'Nothing in the bin matches "Reap".',
    )
  })

  test('the list of tools is short, and marks those that write', async () => {
    const { agent } = await somebody('write', era)
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'overview',
      'find',
      'read',
      'add',
      'edit',
      'move',
      'complete',
      'delete',
      'search',
      'fetch',
    ])
    expect(JSON.stringify({ tools }).length).toBeLessThan(8000)
    expect(JSON.stringify(tools.slice(-2)).length).toBeLessThan(500)
    const named = (hint: 'readOnlyHint' | 'destructiveHint' | 'idempotentHint', value: boolean) =>
      tools.filter(({ annotations }) => annotations?.[hint] === value).map(({ name }) => name)
    const writing = ['add', 'edit', 'move', 'complete', 'delete']
    expect(named('readOnlyHint', true)).toEqual(['overview', 'find', 'read', 'search', 'fetch'])
    expect(named('readOnlyHint', false)).toEqual(writing)
    expect([named('destructiveHint', true), named('destructiveHint', false)]).toEqual([
      ['delete'],
      writing.slice(0, -1),
    ])
    expect([named('idempotentHint', true), named('idempotentHint', false)]).toEqual([
      writing.slice(1),
      ['add'],
    ])
    expect(tools.every(({ annotations }) => annotations?.openWorldHint === false)).toBe(true)
  })
})
