import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectAgent } from '../../support/agents/agent.ts'
import { workersOf } from '../../support/processes/workers.ts'
import { eventually, startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { accept, calling, ping, sendTo } from './messages.ts'

/** Those of a service that other files share. */
const before = workersOf()
const ours = () => workersOf().filter((worker) => !before.includes(worker))

let inboard: TestInboard
let token: string
beforeAll(async () => {
  inboard = await startTestInboard({ BIN_DAYS: '0' })
  const { client } = await inboard.signIn()
  token = (await client.makeApiToken({ label: 'Agent', scope: 'write' })).token
})

afterAll(async () => {
  await inboard.stop()
  expect(workersOf()).toEqual(before)
})

const send = (body: unknown, bearer = token) => sendTo(inboard.url, bearer, body)

test('no worker starts before the first agent, nor for one that is refused', async () => {
  expect((await send(ping, '')).status).toBe(401)
  expect(workersOf()).toEqual(before)
  expect((await send(ping)).status).toBe(200)
  expect(workersOf()).toHaveLength(before.length + 1)
})

test("without a bin, an agent can't delete anything", async () => {
  const { client, token: session } = await inboard.signIn()
  const agent = await connectAgent(inboard.url, session)
  const { tools } = await agent.client.listTools()
  expect(tools.map(({ name }) => name)).not.toContain('delete')
  await agent.use('add', { cards: [{ text: 'Milk' }] })
  await expect(agent.use('delete', { cards: ['Milk'] })).rejects.toThrow('There is no tool "delete"')
  expect((await client.listInboxCards()).cards).toHaveLength(1)
  await agent.close()
})

describe('a worker', () => {
  test('if the worker dies, waiting requests get 503, and the next gets a new worker', async () => {
    const agent = await connectAgent(inboard.url, token)
    const cards = Array.from({ length: 40 }, (_, index) => ({ text: `Card ${index}` }))
    const call = { key: 'through thick and thin', cards }
    const first = send(calling('add', call))
    await eventually(
      async () => ((await inboard.client(token).listInboxCards()).cards.length > 1 ? true : undefined),
      'a card',
    )
    const [worker] = ours()
    if (worker === undefined) throw new Error('there is no worker')
    process.kill(worker, 'SIGKILL')
    const answer = await first
    expect([200, 503]).toContain(answer.status)
    const again = await agent.use('add', call)
    expect(again.isError).toBe(false)
    expect(workersOf()).not.toContain(worker)
    const found = await inboard.client(token).searchCards({ q: 'card', limit: 200 })
    expect(new Set(found.cards.map(({ text }) => text)).size).toBe(found.cards.length)
    expect(found.cards.filter(({ text }) => /^Card \d+$/.test(text))).toHaveLength(40)
    await agent.close()
  })

  test('an account with many concurrent requests waits for itself, and gets all answers', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(calling('overview'))))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    for (const answer of answers) expect(await answer.text()).toContain('Inbox')
  })

  test('those who hang up leave their place to others', async () => {
    for (let round = 0; round < 5; round++) {
      const over = new AbortController()
      const call = fetch(`${inboard.url}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...accept, authorization: `Bearer ${token}` },
        body: JSON.stringify(calling('overview')),
        signal: over.signal,
      })
      setTimeout(() => over.abort(), 2 * round)
      await call.catch(() => {})
    }
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(calling('overview'))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  })
})
