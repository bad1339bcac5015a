import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Client,
  type ClientOptions,
  createClient,
  isWrite,
  ProblemError,
} from '../../../src/client/client.ts'
import { exampleOfProblem } from '../../../src/contract/openapi/examples.ts'
import { paths } from '../../../src/contract/plain/paths.ts'
import { type Route, routeNames, routes } from '../../../src/contract/routes.ts'
import { answering } from '../../support/network/answering.ts'
import { eventually } from '../../support/service/inboard.ts'

type Answer = (response: ServerResponse) => void

let answers: Answer[]
let asked: { call: string; key: string | undefined; ifMatch: string | undefined; body: string }[] = []
const server = answering((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    asked.push({
      call: `${request.method} ${request.url}`,
      key: request.headers['idempotency-key'] as string | undefined,
      ifMatch: request.headers['if-match'],
      body,
    })
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    answer?.(response)
  })
})
beforeEach(() => {
  asked = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const fine: Answer = (response) =>
  response.writeHead(200, { 'content-type': 'application/json', 'inboard-seq': '7' }).end('{"card":{}}')
const breaks: Answer = (response) => response.destroy()
const badGateway: Answer = (response) => response.writeHead(502).end('<h1>Bad Gateway</h1>')
const tooSlow: Answer = (response) => response.writeHead(408).end()
const refuse =
  (name: Parameters<typeof exampleOfProblem>[0], more: object = {}): Answer =>
  (response) => {
    const problem = { ...exampleOfProblem(name), ...more }
    response.writeHead(problem.status).end(JSON.stringify(problem))
  }

/** Makes a call and lets time pass until it has come to an end. */
async function outcomeOf(call: (client: Client) => Promise<unknown>, options: Partial<ClientOptions> = {}) {
  const state: { outcome?: unknown } = {}
  call(createClient({ baseUrl: server.url, timeout: 0, ...options })).then(
    () => {
      state.outcome = 'done'
    },
    (error) => {
      state.outcome = error
    },
  )
  return await eventually(() => {
    vi.advanceTimersByTime(500)
    return state.outcome
  }, 'the end of the call')
}

const keys = () => asked.map(({ key }) => key)

describe('a call that fails for now', () => {
  test.each<[string, Answer]>([
    ['the connection breaks', breaks],
    ['the server is not available', refuse('unavailable')],
    ['a proxy answers in its place', badGateway],
    ['it took too long to arrive', refuse('request_timeout')],
    ['it took too long to arrive at a proxy', tooSlow],
  ])('is made again when %s: a write under one key', async (_what, trouble) => {
    answers = [trouble, trouble, fine]
    expect(await outcomeOf((client) => client.editCard({ id: 'x', text: 'y' }, { ifMatch: 4 }))).toBe('done')
    expect(asked.map(({ call, body, ifMatch }) => [call, body, ifMatch])).toEqual(
      asked.map(() => ['PATCH /api/cards/x', '{"text":"y"}', '"4"']),
    )
    expect([asked.length, new Set(keys()).size]).toEqual([3, 1])
    // No UUID: how a new thing is called is left to the server.
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
  })

  test('keeps the key that it was given', async () => {
    answers = [breaks, fine]
    const given = { idempotencyKey: 'mine' }
    expect(await outcomeOf((client) => client.addInboxCard({ text: 'x' }, given))).toBe('done')
    expect(keys()).toEqual(['mine', 'mine'])
  })

  test('keeps even an empty key, which the server refuses', async () => {
    answers = [fine]
    const given = { idempotencyKey: '' }
    expect(await outcomeOf((client) => client.addInboxCard({ text: 'x' }, given))).toBe('done')
    expect(keys()).toEqual([''])
  })

  test('is given up after so many times, with the last error', async () => {
    answers = [breaks]
    expect(await outcomeOf((client) => client.readCard({ id: 'x' }))).toBeInstanceOf(TypeError)
    expect(asked).toHaveLength(3)
    asked = []
    expect(await outcomeOf((client) => client.removeCard({ id: 'x' }), { retries: 0 })).toBeInstanceOf(
      TypeError,
    )
    expect(keys()).toEqual([undefined])
    answers = [refuse('unavailable')]
    expect(await outcomeOf((client) => client.emptyBin(), { retries: 4 })).toBeInstanceOf(ProblemError)
    expect([asked.length, new Set(keys().slice(1)).size]).toEqual([6, 1])
  })
})

describe('a call is made once', () => {
  test.each([
    'not_found',
    'changed_meanwhile',
    'idempotency_key_reused',
    'unauthenticated',
    'rate_limited',
    'internal',
  ] as const)('when the answer is %s', async (name) => {
    answers = [refuse(name, { retry_after: 1 })]
    expect(await outcomeOf((client) => client.removeCard({ id: 'x' }))).toMatchObject({ code: name })
    expect(asked).toHaveLength(1)
  })

  test('when it is neither a read nor a write that can have a key', async () => {
    answers = [breaks]
    const calls: ((client: Client) => Promise<unknown>)[] = [
      (client) => client.requestLink({ email: 'ada@example.com' }),
      (client) => client.openLink({ token: 'x' }),
      (client) => client.requestAddressChange({ email: 'ada@example.com' }),
      (client) => client.removePasskey({ id: 'x' }),
    ]
    for (const call of calls) expect(await outcomeOf(call)).toBeInstanceOf(TypeError)
    expect(keys()).toEqual(calls.map(() => undefined))
  })

  test('but a batch is repeated, each of its operations with a key', async () => {
    answers = [breaks, fine]
    const remove = { method: 'DELETE', path: '/api/cards/x' }
    await outcomeOf((client) =>
      client.batch({ operations: [remove, { ...remove, idempotency_key: 'mine' }] }),
    )
    const sent = asked.map(({ body }) => JSON.parse(body).operations)
    expect(sent).toEqual([sent[0], sent[0]])
    expect(sent[0].map((one: { idempotency_key: string }) => one.idempotency_key)).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      'mine',
    ])
  })

  test('and two calls have two keys', async () => {
    answers = [fine]
    await outcomeOf((client) => Promise.all([client.emptyBin(), client.emptyBin()]))
    expect(new Set(keys()).size).toBe(2)
  })
})

test('writes are those that the contract calls so', () => {
  expect(routeNames.filter((name) => isWrite(paths[name]))).toEqual(
    routeNames.filter((name) => (routes[name] as Route).write),
  )
})

test('a caller can get the headers of the response', async () => {
  answers = [breaks, fine]
  const seqs: (string | null)[] = []
  const onAnswer = (headers: Headers) => seqs.push(headers.get('inboard-seq'))
  await outcomeOf((client) => client.editCard({ id: 'x', text: 'y' }, { onAnswer }))
  expect(seqs).toEqual(['7'])
})
