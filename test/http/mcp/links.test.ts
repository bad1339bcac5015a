import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../src/client/client.ts'
import { type Agent, connectAgent } from '../../support/agents/agent.ts'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'

const appUrl = 'https://board.example.org'

let inboard: TestInboard
let client: Client
let agent: Agent
beforeAll(async () => {
  inboard = await startTestInboard({ APP_URL: appUrl })
  client = (await inboard.signIn()).client
  const { token } = await client.makeApiToken({ label: 'Agent', scope: 'write' })
  agent = await connectAgent(inboard.url, token)
})
afterAll(async () => {
  await agent.close()
  await inboard.stop()
})

interface Named {
  id: string
  url: string
}

const expectLinks = (cards: Named[], number: number) => {
  expect(cards).toHaveLength(number)
  expect(cards.map(({ url }) => url)).toEqual(cards.map(({ id }) => `${appUrl}/card/${id}`))
}

test('every answer that names a card has its link', async () => {
  const texts = ['Call Ann due:2001-01-01', 'Call Bob due:2001-01-01 every:day']
  const add = await agent.use('add', { projects: ['Calls'], cards: texts.map((text) => ({ text })) })
  const [project, ...added] = add.data.done
  expectLinks(added, 2)
  expect(project).not.toHaveProperty('url')
  const [{ id }] = added

  const overview = await agent.use('overview')
  expectLinks(overview.data.inbox.cards, 2)
  expectLinks(overview.data.today.due, 2)
  expectLinks((await agent.use('find', { words: 'call' })).data.cards, 2)
  expectLinks((await agent.use('read', { items: ['inbox'] })).data.cards, 2)
  expectLinks((await agent.use('edit', { cards: [{ card: id, append: 'Ask her' }] })).data.done, 1)
  const { data } = await agent.use('complete', { cards: ['Call Bob'] })
  expectLinks(data.done, 1)
  expectLinks(data.done[0].next, 1)
  const { ids, urls } = (await agent.use('move', { moves: [{ cards: [id], to: 'Calls' }] })).data.done[0]
  expect([ids, urls]).toEqual([[id], [`${appUrl}/card/${id}`]])
  await agent.use('delete', { cards: [id] })
  expectLinks((await agent.use('add', { restore: [id] })).data.done, 1)
})

test('an answer about one card says its link, apart from the text of the card', async () => {
  const added = await agent.use('add', { cards: [{ text: 'Water the plants' }] })
  const url = `${appUrl}/card/${added.data.done[0].id}`
  expect(added.rest).toEqual([url])
  const read = await agent.use('read', { items: ['Water'] })
  expect([read.text.split('\n').slice(1), read.rest]).toEqual([['    Water the plants'], [url]])
  expect((await agent.use('read', { items: [url] })).rest).toEqual([url])
  const two = await agent.use('add', { cards: [{ text: 'One' }, { text: 'Two' }] })
  expect(two.rest).toEqual([])
})

test('clients that only search and fetch get JSON with links', async () => {
  const added = await agent.use('add', { cards: [{ text: 'Repair the bicycle #home\nThe chain slips' }] })
  const [{ id, url, revision }] = added.data.done
  for (const query of ['slips bicycle', 'When will you repair my "bicycle"?']) {
    const found = await agent.use('search', { query })
    expect(found.data).toEqual({ results: [{ id, title: 'Repair the bicycle #home', url, complete: false }] })
    expect([JSON.parse(found.text), found.rest]).toEqual([found.data, []])
  }
  expect((await agent.use('search', { query: '?' })).text).toBe('Give "query" some words.')
  expect((await agent.use('search', { query: 'zeppelin' })).data).toEqual({ results: [] })

  const fetched = await agent.use('fetch', { id })
  expect(fetched.data).toEqual({
    id,
    title: 'Repair the bicycle #home',
    text: 'Repair the bicycle #home\nThe chain slips',
    url,
    metadata: { place: 'Inbox', complete: false, revision, labels: ['home'] },
  })
  expect([JSON.parse(fetched.text), fetched.rest]).toEqual([fetched.data, []])
  expect(await agent.use('fetch', { id: 'zeppelin' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('No card matches'),
  })
})
