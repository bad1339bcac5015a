import { afterEach, describe, expect, test } from 'vitest'
import type { Client } from '../../src/client/client.ts'
import type { Scope } from '../../src/contract/access.ts'
import { type Agent, connectAgent, type Era, eras } from '../support/agents/agent.ts'
import { startTestInboard } from '../support/service/inboard.ts'
import { inboard } from '../support/service/shared.ts'

const agents: Agent[] = []
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.close()
})

interface Somebody {
  client: Client
  agent: Agent
}

async function somebody(scope: Scope = 'write', era?: Era): Promise<Somebody> {
  const { client } = await inboard.signIn()
  const { token } = await client.makeApiToken({ label: 'Agent', scope })
  const agent = await connectAgent(inboard.url, token, era)
  agents.push(agent)
  return { client, agent }
}

/** A project with one card in each column, and two in the inbox. */
async function furnish({ agent }: Somebody): Promise<void> {
  const { isError, text } = await agent.use('add', {
    projects: ['Garden'],
    cards: [
      { text: 'Buy milk' },
      { text: 'Call the dentist\nBefore noon' },
      { text: 'Prune the apple tree', to: 'Garden' },
      { text: 'Build a bird house', to: 'Garden/Doing' },
      { text: 'Sow carrots', to: 'garden/done', complete: true },
    ],
  })
  expect([isError, text]).toEqual([false, expect.stringContaining('Added project')])
}

describe.each(eras)('with the standard of %s', (era) => {
  test('an agent finds out what there is, and works with it', async () => {
    const me = await somebody('write', era)
    await furnish(me)
    const { agent, client } = me
    expect(agent.client.getInstructions()).toContain('They are data')
    const overview = await agent.use('overview')
    expect(overview.text).toContain('Inbox: 2 open cards, 0 complete.')
    expect(overview.text).toMatch(/[0-9a-f]{8} "Garden": To do 1, Doing 1, Done 0\+1 complete/)
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
    expect(text).toMatch(/\[ \] [0-9a-f]{8} in Inbox, revision \d+:\n {4}Call the dentist\n {4}Before noon/)
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
      text: 'Restored "Sow carrots" to Garden / Done. (was done before)',
    })
    expect((await agent.use('add', { restore: ['Reap'] })).text).toContain(
      'Nothing in the bin matches "Reap".',
    )
  })

  test('the list of tools is short, and says which of them write', async () => {
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
    ])
    expect(JSON.stringify({ tools }).length).toBeLessThan(8000)
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))
    expect(hints.overview?.readOnlyHint).toBe(true)
    expect([hints.add?.readOnlyHint, hints.add?.destructiveHint, hints.delete?.destructiveHint]).toEqual([
      undefined,
      false,
      true,
    ])
  })
})

describe('naming things', () => {
  test('a name that fits several cards is answered with the candidates, and nothing is done', async () => {
    const { agent, client } = await somebody()
    await agent.use('add', {
      cards: [{ text: 'Milk' }, { text: 'Milk' }, { text: 'Milk for the cat' }, { text: 'Bread' }],
    })
    const { text, isError } = await agent.use('complete', { cards: ['milk', 'Bread', 'Butter for bread'] })
    expect(isError).toBe(true)
    expect(text).toMatch(/^Nothing was done\.\nSeveral cards match "milk": use the id/)
    const ids = [...text.matchAll(/\[ \] ([0-9a-f]{8}) Milk \(in Inbox\)/g)].map(([, id]) => id)
    expect(ids).toHaveLength(2)
    expect(text).toMatch(
      /No card matches "Butter for bread"\. Is one of these meant\?\n {2}\[ \] [0-9a-f]{8} Bread \(in Inbox\)/,
    )
    const { cards } = await client.listInboxCards()
    expect(cards.some(({ complete }) => complete)).toBe(false)
    expect((await agent.use('complete', { cards: [ids[1] ?? '', 'Milk for'] })).isError).toBe(false)
    // Of the two that are left, one is open.
    expect((await agent.use('complete', { cards: ['Milk'] })).isError).toBe(false)
  })

  test('unknown projects and columns are answered with those that there are', async () => {
    const me = await somebody()
    await furnish(me)
    const { text } = await me.agent.use('move', {
      moves: [
        { cards: ['Buy milk'], to: 'Gardening' },
        { cards: ['Buy milk'], to: 'Garden/Later' },
      ],
    })
    expect(text).toMatch(/No project matches "Gardening"\. These are there:\n {2}[0-9a-f]{8} "Garden"/)
    expect(text).toContain('"Garden" has no column "Later". It has: "To do", "Doing", "Done".')
    expect((await me.agent.use('add', { projects: ['garden'] })).text).toContain(
      'There is a project "Garden" already.',
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

  test('mistakes in the arguments are told in words', async () => {
    const { agent } = await somebody()
    const { text, isError } = await agent.use('add', { cards: [{ txt: 'Milk' }, { text: 5 }], too: 'inbox' })
    expect(isError).toBe(true)
    expect(text.split('\n').slice(1).sort()).toEqual([
      '- The arguments must not have "too"',
      '- cards[0] must have "text"',
      '- cards[0] must not have "txt"',
      '- cards[1].text must be text',
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

describe('scopes', () => {
  test('with "read" an agent reads, and writes nothing', async () => {
    const { client, agent } = await somebody('read')
    await client.addInboxCard({ text: 'Milk' })
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['overview', 'find', 'read'])
    expect((await agent.use('read', { items: ['Milk'] })).text).toContain('Milk')
    for (const [name, given] of writing) {
      const { text, isError } = await agent.use(name, given)
      expect([name, isError, text]).toEqual([name, true, expect.stringContaining('has the scope "read"')])
    }
    expect((await client.listInboxCards()).cards).toMatchObject([{ text: 'Milk', complete: false }])
  })

  test('with "capture" it adds to the inbox, and does and sees nothing else', async () => {
    const { client, agent } = await somebody('capture')
    await client.addProject({ title: 'Garden' })
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['add'])
    expect((await agent.client.listPrompts()).prompts).toEqual([])
    expect((await agent.use('add', { cards: [{ text: 'Milk' }, { text: 'Bread' }], key: 'k' })).isError).toBe(
      false,
    )
    expect((await agent.use('add', { cards: [{ text: 'Milk' }, { text: 'Bread' }], key: 'k' })).isError).toBe(
      false,
    )
    expect((await client.listInboxCards()).cards.map(({ text }) => text)).toEqual(['Milk', 'Bread'])
    for (const given of [{ cards: [{ text: 'a', to: 'Garden' }] }, { projects: ['b'] }, { restore: ['c'] }])
      expect((await agent.use('add', given)).text).toContain('may only add cards to the inbox')
    for (const [name, given] of [...writing, ...reading])
      expect(await agent.use(name, given)).toMatchObject({
        isError: true,
        text: expect.stringContaining('"capture"'),
      })
    expect((await client.listProjects()).projects).toHaveLength(1)
  })

  const reading: [string, Record<string, unknown>][] = [
    ['overview', {}],
    ['find', { words: 'Milk' }],
    ['read', { items: ['inbox'] }],
  ]
  const writing: [string, Record<string, unknown>][] = [
    ['edit', { cards: [{ card: 'Milk', append: 'x' }] }],
    ['move', { moves: [{ cards: ['Milk'], to: 'inbox' }] }],
    ['complete', { cards: ['Milk'] }],
    ['delete', { cards: ['Milk'] }],
  ]

  test('a session works as a token that may write does', async () => {
    const { token } = await inboard.signIn()
    const agent = await connectAgent(inboard.url, token)
    agents.push(agent)
    expect((await agent.client.listTools()).tools).toHaveLength(8)
    expect((await agent.use('add', { cards: [{ text: 'Milk' }] })).isError).toBe(false)
  })
})

describe('exactly once', () => {
  test('the same call with the same key does nothing again, even if the board has changed', async () => {
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

  test('a key that is used again for something else does not keep that from being done', async () => {
    const { agent, client } = await somebody()
    await agent.use('add', { key: '1', cards: [{ text: 'Milk' }] })
    await agent.use('add', { key: '1', cards: [{ text: 'Bread' }] })
    expect((await client.listInboxCards()).cards.map(({ text }) => text)).toEqual(['Milk', 'Bread'])
  })

  test('things of the same name are told apart, and one thing under two names is one', async () => {
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

  test('what was deleted before is said to be in the bin, and nothing else is deleted in its place', async () => {
    const { agent, client } = await somebody()
    await agent.use('add', { cards: [{ text: 'Milk' }, { text: 'Milk for the cat' }, { text: 'Soap' }] })
    const deleting = { key: 'k', cards: ['Milk'] }
    await agent.use('delete', deleting)
    expect((await agent.use('delete', deleting)).text).toContain('(was done before)')
    await agent.use('delete', { cards: ['Soap'] })
    expect((await agent.use('delete', { cards: ['Soap'] })).text).toContain('is in the bin already')
    expect((await client.listInboxCards()).cards.map(({ text }) => text)).toEqual(['Milk for the cat'])
  })
})

describe('beside others', () => {
  test('a text is not written over one that the agent has not read', async () => {
    const { agent, client } = await somebody()
    const { card } = await client.addInboxCard({ text: 'Milk' })
    const blind = await agent.use('edit', { cards: [{ card: card.id, text: 'Bread' }] })
    expect([blind.isError, blind.text]).toEqual([
      true,
      expect.stringMatching(/"revision" is missing.*\n.*revision \d+:\n {4}Milk$/),
    ])
    await client.editCard({ id: card.id, text: 'Milk, two litres' })
    const late = await agent.use('edit', {
      cards: [{ card: card.id, text: 'Bread', revision: card.revision }],
    })
    expect(late.isError).toBe(true)
    expect(late.text).toMatch(
      /somebody has changed it since you read it\. It says now:\n.*revision (\d+):\n {4}Milk, two litres$/,
    )
    const revision = Number(/revision (\d+)/.exec(late.text)?.[1])
    expect((await agent.use('edit', { cards: [{ card: card.id, text: 'Bread', revision }] })).isError).toBe(
      false,
    )
    expect((await client.readCard({ id: card.id })).card.text).toBe('Bread')
  })

  test('a passage is replaced in the text as it is, and refused if it is not there once', async () => {
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

  test('what somebody has moved away meanwhile stays there', async () => {
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

  test('of many things, what could not be done is told apart from what was', async () => {
    const { agent, client } = await somebody()
    const { text, isError, data } = await agent.use('add', {
      cards: [{ text: 'Milk' }, { text: ' ' }, { text: 'Bread' }],
    })
    expect(isError).toBe(true)
    expect(text.replaceAll(/[0-9a-f]{8}/g, 'ID')).toBe(
      'Added ID "Milk" to Inbox.\nAdded ID "Bread" to Inbox.\nNot done:\n- add "": Text must not be empty.',
    )
    expect([data.done.length, data.not_done.length]).toEqual([2, 1])
    expect((await client.listInboxCards()).cards).toHaveLength(2)
  })
})

test('prompts come with what there is', async () => {
  const me = await somebody()
  await furnish(me)
  const { prompts } = await me.agent.client.listPrompts()
  expect(prompts.map(({ name }) => name)).toEqual(['plan_my_day', 'review_project'])
  const read = async (name: string, given: Record<string, string>) => {
    const { messages } = await me.agent.client.getPrompt({ name, arguments: given })
    return JSON.stringify(messages)
  }
  expect(await read('plan_my_day', { hours: '3' })).toMatch(/about 3 hours.*Buy milk/)
  expect(await read('review_project', { project: 'gar' })).toContain('Prune the apple tree')
  const { completion } = await me.agent.client.complete({
    ref: { type: 'ref/prompt', name: 'review_project' },
    argument: { name: 'project', value: 'gA' },
  })
  expect(completion.values).toEqual(['Garden'])
  await expect(read('review_project', {})).rejects.toThrow('"project" is missing')
  await expect(read('review_project', { project: 'Kitchen' })).rejects.toThrow('No project matches')
})

test('a hundred things in one call, and a thousand cards in pages', async () => {
  const { agent, client } = await somebody()
  const long = 'ä€😀'.repeat(660)
  for (let part = 0; part < 10; part++) {
    const cards = Array.from({ length: 100 }, (_, index) => ({ text: `${part * 100 + index} ${long}` }))
    expect((await agent.use('add', { cards, place: 'bottom' })).isError).toBe(false)
  }
  const page = await agent.use('read', { items: ['inbox'], limit: 100, skip: 900 })
  expect(page.data.cards).toHaveLength(100)
  expect(page.data.cards[0]).toMatchObject({ is_cut: true, text: expect.stringMatching(/^900 .{100,}…$/u) })
  const all = Array.from({ length: 100 }, (_, index) => `${index} ${long.slice(0, 4)}`)
  expect((await agent.use('move', { moves: [{ cards: all, to: 'inbox', place: 'bottom' }] })).isError).toBe(
    false,
  )
  const { cards } = await client.listInboxCards()
  expect(cards.map(({ text }) => Number.parseInt(text, 10))).toEqual([
    ...Array.from({ length: 900 }, (_, index) => index + 100),
    ...Array.from({ length: 100 }, (_, index) => index),
  ])
})

test('where there is no bin, an agent deletes nothing', async () => {
  const without = await startTestInboard({ BIN_DAYS: '0' })
  const { client, token } = await without.signIn()
  const agent = await connectAgent(without.url, token)
  const { tools } = await agent.client.listTools()
  expect(tools.map(({ name }) => name)).not.toContain('delete')
  await agent.use('add', { cards: [{ text: 'Milk' }] })
  expect((await agent.use('delete', { cards: ['Milk'] })).text).toContain('has no bin')
  expect((await client.listInboxCards()).cards).toHaveLength(1)
  await agent.close()
  await without.stop()
})
