import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calling, ping, sendTo } from '../../http/mcp/messages.ts'
import { newDataFolder } from '../../support/machine/folders.ts'
import { workersOf } from '../../support/processes/workers.ts'
import {
  eventually,
  type SignedIn,
  startTestInboard,
  type TestInboard,
} from '../../support/service/inboard.ts'
import { again, secret } from '../sessions/tokens.ts'

const folder = newDataFolder()
let one: TestInboard
let other: TestInboard
beforeAll(async () => {
  one = await startTestInboard({ JWT_SECRET: secret }, folder)
  other = await startTestInboard({ JWT_SECRET: secret }, folder, one.clock)
})
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()])
  rmSync(folder, { recursive: true, force: true })
})

const makeToken = async ({ client }: SignedIn) => {
  const { api_token, token } = await client.makeApiToken({ label: 'Agent', scope: 'write' })
  return { id: api_token.id, token }
}

const isAlive = (pid: number) => workersOf().includes(pid)

/** The worker of an instance, which does nothing from now on, like one with very much to do. */
async function freezeWorker({ url }: TestInboard, token: string): Promise<number> {
  const before = workersOf()
  const { status } = await sendTo(url, token, ping)
  expect(status).toBe(200)
  const all = workersOf()
  const worker = all.find((pid) => !before.includes(pid)) ?? all.at(-1)
  if (worker === undefined) throw new Error('there is no worker')
  process.kill(worker, 'SIGSTOP')
  return worker
}

/** Calls a tool, and resolves when the call is in the worker, to its answer. */
async function call(at: TestInboard, token: string) {
  const { promise: arrived, resolve } = Promise.withResolvers<void>()
  const note = (message: unknown) => {
    const { request } = message as { request: IncomingMessage }
    if (request.url === '/mcp' && request.headers.authorization === `Bearer ${token}`) resolve()
  }
  subscribe('http.server.request.start', note)
  const answer = sendTo(at.url, token, calling('overview'))
  await arrived
  unsubscribe('http.server.request.start', note)
  // It needs one query to get there, which may have to wait for a new connection. This is many, one after the other.
  for (let query = 0; query < 50; query++)
    expect((await at.request('GET', '/api/projects', { token })).status).toBe(200)
  return { answer }
}

describe('a call in flight ends with the access of its caller', () => {
  test('and the calls of another token go on', async () => {
    const person = await one.signIn()
    const [lost, kept] = [await makeToken(person), await makeToken(person)]
    const worker = await freezeWorker(one, kept.token)
    const ending = await call(one, lost.token)
    const staying = await call(one, kept.token)
    await person.client.revokeApiToken({ id: lost.id })
    const ended = await ending.answer
    expect([ended.status, ended.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Bearer error="invalid_token", resource_metadata="[^"]+", scope="write"$/),
    ])
    await eventually(() => (isAlive(worker) ? undefined : true), 'the end of the work')
    const answer = await staying.answer
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Inbox')])
  })

  test('a call of a token goes on while others are ended', async () => {
    const person = await one.signIn()
    const [kept, lost] = [await makeToken(person), await makeToken(person)]
    const worker = await freezeWorker(one, kept.token)
    const { answer } = await call(one, kept.token)
    await person.client.revokeApiToken({ id: lost.id })
    process.kill(worker, 'SIGCONT')
    expect((await answer).status).toBe(200)
    expect(isAlive(worker)).toBe(true)
  })

  test('of a session, too', async () => {
    const person = await one.signIn()
    const session = await again(person, {}, one)
    const worker = await freezeWorker(one, session)
    const { answer } = await call(one, session)
    await one.client(session).endSession({ id: 'current' })
    expect((await answer).status).toBe(401)
    await eventually(() => (isAlive(worker) ? undefined : true), 'the end of the work')
  })

  test('on another instance as soon as it hears of it', async () => {
    const person = await one.signIn()
    const lost = await makeToken(person)
    const worker = await freezeWorker(other, lost.token)
    const { answer } = await call(other, lost.token)
    await person.client.revokeApiToken({ id: lost.id })
    expect((await answer).status).toBe(401)
    await eventually(() => (isAlive(worker) ? undefined : true), 'the end of the work')
  })
})
