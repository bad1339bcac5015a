import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type ClientOptions,
  createClient,
  ProblemError,
  requestFor,
  UnexpectedAnswerError,
} from '../../../src/client/client.ts'
import { exampleOfProblem } from '../../../src/contract/openapi/examples.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

let answer: Answer
let asked: string[]
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  answer(request, response)
})
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = []
  answer = never
})

const never: Answer = () => {}
/** Sends headers and part of a body, and then hangs. */
const half: Answer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"user":')
}
const json =
  (status: number, body: unknown): Answer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const page =
  (status: number): Answer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')

const client = (options: Partial<ClientOptions> = {}) => createClient({ baseUrl: url, ...options })

async function failure(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    () => expect.unreachable('it succeeded'),
    (error) => error,
  )
}

describe('a base URL', () => {
  test.each(['', '/', '//', '/board', '/board/', '/a/b//'])('may end in "%s"', async (end) => {
    answer = json(200, { card: {} })
    await client({ baseUrl: url + end }).readCard({ id: 'a/b' })
    expect(asked).toEqual([`GET ${end.replace(/\/+$/, '')}/api/cards/a%2Fb`])
  })
})

describe('the time limit', () => {
  const timedOut = expect.objectContaining({ name: 'TimeoutError' })

  test('ends a call that gets no answer', async () => {
    expect(await failure(client({ timeout: 20 }).readMe())).toEqual(timedOut)
  })

  test('ends a call whose answer does not end', async () => {
    answer = half
    expect(await failure(client({ timeout: 200 }).readMe())).toEqual(timedOut)
  })

  test('can be another for one call', async () => {
    expect(await failure(client().readMe({}, { timeout: 20 }))).toEqual(timedOut)
    expect(await failure(client({ timeout: 0 }).readCard({ id: 'x' }, { timeout: 20 }))).toEqual(timedOut)
  })

  test('leaves what comes in time alone, and 0 is none', async () => {
    answer = (request, response) => setTimeout(() => json(200, { user: {} })(request, response), 50)
    expect(await client({ timeout: 0 }).readMe()).toEqual({ user: {} })
    expect(await client({ timeout: 1 }).readMe({}, { timeout: 0 })).toEqual({ user: {} })
    expect(await client().readMe()).toEqual({ user: {} })
  })
})

describe('a signal', () => {
  test('ends a call, which fails with its reason', async () => {
    for (const during of [never, half]) {
      answer = during
      const controller = new AbortController()
      const call = failure(client().readMe({}, { signal: controller.signal }))
      setTimeout(() => controller.abort(), 20)
      expect(await call).toEqual(expect.objectContaining({ name: 'AbortError' }))
    }
    const reason = new Error('not wanted any more')
    expect(await failure(client().readMe({}, { signal: AbortSignal.abort(reason) }))).toBe(reason)
  })

  test('does not take the place of the time limit', async () => {
    const { signal } = new AbortController()
    const error = await failure(client().readMe({}, { signal, timeout: 20 }))
    expect(error).toEqual(expect.objectContaining({ name: 'TimeoutError' }))
  })

  test('that is never aborted changes nothing, with a limit or without', async () => {
    answer = json(200, { user: {} })
    const { signal } = new AbortController()
    for (const timeout of [0, undefined])
      expect(await client().readMe({}, { signal, timeout })).toEqual({ user: {} })
  })
})

describe('responses', () => {
  test('a problem is a ProblemError', async () => {
    answer = json(429, exampleOfProblem('throttled'))
    const error = await failure(client().requestLink({ email: 'ada@example.com' }))
    expect(error).toBeInstanceOf(ProblemError)
    expect(error).toMatchObject({ status: 429, code: 'throttled', problem: { retry_after: 42 } })
  })

  test.each<[string, number, Answer]>([
    ['the page of a proxy', 502, page(502)],
    ['a page in place of the answer', 200, page(200)],
    ['JSON that is no problem', 503, json(503, { error: 'overloaded', detail: 'x' })],
    ['JSON that is no object', 200, json(200, null)],
    ['nothing', 500, (_request, response) => response.writeHead(500).end()],
  ])('%s is an UnexpectedAnswerError', async (_what, status, given) => {
    answer = given
    const error = await failure(client().readMe())
    expect(error).toBeInstanceOf(UnexpectedAnswerError)
    expect(error).toMatchObject({ status, text: expect.any(String) })
  })

  test("if a server can't be reached, the error of fetch is thrown", async () => {
    expect(await failure(createClient({ baseUrl: 'http://127.0.0.1:1' }).readMe())).toBeInstanceOf(TypeError)
  })
})

describe('requests', () => {
  test.each<[template: string, input: Record<string, unknown>, sent: [string, string, unknown]]>([
    [
      'GET /api/search{?q,limit}',
      { q: 'a b&c 🪴', limit: 5 },
      ['GET', '/api/search?q=a+b%26c+%F0%9F%AA%B4&limit=5', undefined],
    ],
    ['GET /api/search{?q,limit}', { q: '{id} +' }, ['GET', '/api/search?q=%7Bid%7D+%2B', undefined]],
    ['GET /api/changes{?since}', {}, ['GET', '/api/changes', undefined]],
    ['GET /api/changes{?since}', { since: undefined }, ['GET', '/api/changes', undefined]],
    [
      'POST /api/things/{id}{?dry_run}',
      { id: 'a b', dry_run: true, text: 'x' },
      ['POST', '/api/things/a%20b?dry_run=true', { text: 'x' }],
    ],
    ['DELETE /api/me', { email: 'ada@example.com' }, ['DELETE', '/api/me', { email: 'ada@example.com' }]],
    ['DELETE /api/cards/{id}', { id: '../x?y' }, ['DELETE', '/api/cards/..%2Fx%3Fy', undefined]],
  ])('%s with %j', (template, input, [method, path, body]) => {
    expect(requestFor(template, input)).toEqual({ method, path, body })
  })

  test('is a file as it is, with its own type, or a document as JSON', async () => {
    const sent: string[] = []
    answer = async (request, response) => {
      sent.push(`${request.headers['content-type']} ${(await request.toArray()).join('')}`)
      json(201, {})(request, response)
    }
    const file = new Blob(['text\nWeed'], { type: 'text/csv' })
    await client().importFile({ file, dry_run: true, lists: 'A:Doing' })
    await client().importFile({ file: { format: 'inboard', version: 1, projects: [], inbox: [] } })
    expect(asked).toEqual(['POST /api/import?dry_run=true&lists=A%3ADoing', 'POST /api/import'])
    expect(sent).toEqual([
      'text/csv text\nWeed',
      'application/json {"format":"inboard","version":1,"projects":[],"inbox":[]}',
    ])
  })
})
