import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient, ProblemError } from '../../../src/client/client.ts'
import type { Changes } from '../../../src/contract/feed.ts'
import { exampleOfProblem } from '../../../src/contract/openapi/examples.ts'
import { answering } from '../../support/network/answering.ts'
import { eventually } from '../../support/service/inboard.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** The answers to come; the last one is given again and again. */
let answers: Answer[]
let asked: string[] = []
let open: ServerResponse[] = []
const server = answering((request, response) => {
  asked.push(`${request.url} ${request.headers.authorization ?? ''}`.trim())
  open.push(response)
  response.on('close', () => open.splice(open.indexOf(response), 1))
  const answer = answers.length > 1 ? answers.shift() : answers[0]
  answer?.(response, request)
})
beforeEach(() => {
  asked = []
  open = []
  // Only ours: neither Node nor `eventually` waits by these.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  leaving.abort()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })
const event = (seq: number) => `event: changes\nid: ${seq}\ndata: {"seq":${seq}}\n\n`
/** Sends this, and holds the line. */
const hold =
  (text: string): Answer =>
  (response) =>
    begin(response).write(text)
const end =
  (text: string): Answer =>
  (response) =>
    begin(response).end(text)
const refuse =
  (name: Parameters<typeof exampleOfProblem>[0], more: object = {}): Answer =>
  (response) => {
    const problem = { ...exampleOfProblem(name), ...more }
    response
      .writeHead(problem.status, { 'content-type': 'application/problem+json' })
      .end(JSON.stringify(problem))
  }

let leaving = new AbortController()

/** Follows with our client, and remembers what came of it. */
function follow(since?: number) {
  leaving = new AbortController()
  const seen: number[] = []
  const connections: boolean[] = []
  const state: { outcome?: unknown; silences: number } = { silences: 0 }
  let token = 0
  const client = createClient({ baseUrl: server.url, token: () => `t${++token}` })
  void (async () => {
    for await (const { seq } of client.events(since === undefined ? {} : { since }, {
      signal: leaving.signal,
      onConnection: (isThere) => connections.push(isThere),
      onSilence: () => state.silences++,
    }))
      seen.push(seq)
  })().then(
    () => {
      state.outcome = 'ended'
    },
    (error) => {
      state.outcome = error
    },
  )
  return { seen, state, connections }
}

/** Lets time pass until it is so. */
const inTime = (isSo: () => boolean, what: string) =>
  eventually(() => {
    vi.advanceTimersByTime(400)
    return isSo() || undefined
  }, what)
/** Lets no time pass. */
const atOnce = (isSo: () => boolean, what: string) => eventually(() => isSo() || undefined, what)
const paths = () => asked.map((line) => line.split(' ')[0])

describe('a stream that is followed', () => {
  test('begins where it is told to, or now', async () => {
    answers = [hold(event(8))]
    const { seen } = follow(7)
    await atOnce(() => seen.length === 1, 'the event')
    follow()
    await atOnce(() => asked.length === 2, 'the second stream')
    expect(paths()).toEqual(['/api/events?since=7', '/api/events'])
  })

  test('goes on after its end with the last id, and a token that is asked for again', async () => {
    answers = [end(event(3) + event(4)), end(event(5)), hold(event(6))]
    const { seen } = follow(2)
    await inTime(() => seen.length === 4, 'all events')
    expect(seen).toEqual([3, 4, 5, 6])
    expect(asked).toEqual([
      '/api/events?since=2 Bearer t1',
      '/api/events?since=4 Bearer t2',
      '/api/events?since=5 Bearer t3',
    ])
  })

  test('says when it is connected, and when it is not', async () => {
    answers = [(response) => response.destroy(), end(event(3)), hold(event(4))]
    const { seen, connections } = follow(2)
    await inTime(() => seen.length === 2, 'both events')
    expect(connections).toEqual([false, true, false, true])
    leaving.abort()
    await atOnce(() => connections.length === 5, 'the end')
    expect(connections.at(-1)).toBe(false)
  })

  test('goes on from what it was told at the beginning, if nothing has come', async () => {
    answers = [end('retry: 1000\nid: 5\n\n'), end(':\n\n'), hold('')]
    follow()
    await inTime(() => asked.length === 3, 'the third stream')
    expect(paths()).toEqual(['/api/events', '/api/events?since=5', '/api/events?since=5'])
  })

  test('does not give half of an event, and asks for it again', async () => {
    answers = [
      (response) => {
        begin(response).write(`${event(3)}event: changes\nid: 4\ndata: {"se`)
        setImmediate(() => response.destroy())
      },
      hold(event(4)),
    ]
    const { seen } = follow(2)
    await inTime(() => seen.length === 2, 'both events')
    expect([seen, paths()]).toEqual([
      [3, 4],
      ['/api/events?since=2', '/api/events?since=3'],
    ])
  })

  test('is opened again after a long silence, and any byte breaks the silence', async () => {
    answers = [hold(event(3)), hold(event(4))]
    const { seen } = follow(2)
    await atOnce(() => seen.length === 1, 'the first event')
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const watches = () => timers.mock.calls.filter(([, delay = 0]) => delay > 20_000).length
    for (let round = 0; round < 4; round++) {
      vi.advanceTimersByTime(20_000)
      const before = watches()
      open[0]?.write(':\n\n')
      await atOnce(() => watches() > before, 'the comment')
    }
    expect(asked).toHaveLength(1)
    const first = open[0]
    vi.advanceTimersByTime(60_000)
    await inTime(() => seen.length === 2, 'the second event')
    expect([first?.destroyed, paths()]).toEqual([true, ['/api/events?since=2', '/api/events?since=3']])
  })

  test('reports that nothing arrives until something does, and never while the server keeps talking', async () => {
    const streams: ServerResponse[] = []
    answers = [(response) => streams.push(begin(response))]
    const { state, connections } = follow(2)
    await atOnce(() => streams.length === 1, 'the stream')
    vi.advanceTimersByTime(7_900)
    expect(state.silences).toBe(0)
    vi.advanceTimersByTime(34_000)
    expect([state.silences, connections]).toEqual([expect.toBeOneOf([2, 3]), []])
    const before = state.silences
    for (let round = 0; round < 10; round++) {
      const timers = vi.spyOn(globalThis, 'setTimeout')
      streams[0]?.write(':\n\n')
      await atOnce(() => timers.mock.calls.length > 0, 'the comment')
      vi.advanceTimersByTime(20_000)
      timers.mockRestore()
    }
    expect([state.silences, connections]).toEqual([before, [true]])
  })

  test.each(['cursor_gone', 'unauthenticated', 'validation_failed'] as const)(
    'fails with %s',
    async (name) => {
      answers = [end(event(3)), refuse(name)]
      const { seen, state } = follow(2)
      await inTime(() => state.outcome !== undefined, 'its end')
      expect(state.outcome).toBeInstanceOf(ProblemError)
      expect([(state.outcome as ProblemError).code, seen, asked.length]).toEqual([name, [3], 2])
    },
  )

  test.each<[string, Answer]>([
    ['the server is not available', refuse('unavailable')],
    ['a proxy answers in its place', (response) => response.writeHead(502).end('<h1>Bad Gateway</h1>')],
    ['the connection breaks', (response) => response.destroy()],
  ])('is tried again when %s', async (_what, trouble) => {
    answers = [trouble, trouble, hold(event(3))]
    const { seen } = follow(2)
    await inTime(() => seen.length === 1, 'the event')
    expect(paths()).toEqual(times(3, '/api/events?since=2'))
  })

  test('waits as long as it is told to', async () => {
    answers = [refuse('rate_limited', { retry_after: 7 }), hold(event(3))]
    const { seen } = follow(2)
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await atOnce(() => timers.mock.calls.some(([, delay]) => delay === 7000), 'the pause')
    vi.advanceTimersByTime(6900)
    await new Promise((resolve) => setImmediate(resolve))
    expect(asked).toHaveLength(1)
    await inTime(() => seen.length === 1, 'the event')
  })

  test('leaves a server in peace that does not answer, and comes back soon after every end', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const pauses = () =>
      timers.mock.calls.flatMap(([, delay = 0]) =>
        [250, 500, 1000, 2000, 4000].includes(delay) ? [delay] : [],
      )
    answers = [...times(3, end(':\n\n')), ...times(4, refuse('unavailable')), hold(event(3))]
    const { seen } = follow(2)
    await inTime(() => seen.length === 1, 'the event')
    expect(pauses()).toEqual([250, 250, 250, 500, 1000, 2000, 4000])
  })

  test('ends without an error when its signal is aborted, and closes its connection', async () => {
    answers = [hold(event(3))]
    const { seen, state } = follow(2)
    await atOnce(() => seen.length === 1, 'the event')
    leaving.abort()
    await atOnce(() => state.outcome !== undefined && open.length === 0, 'its end')
    expect(state.outcome).toBe('ended')
    // Also while it waits.
    answers = [refuse('unavailable')]
    const { state: waiting } = follow(2)
    await atOnce(() => asked.length === 2, 'the refusal')
    leaving.abort()
    await atOnce(() => waiting.outcome !== undefined, 'its end')
    expect([waiting.outcome, asked.length]).toEqual(['ended', 2])
  })

  test('closes its connection when the loop is left', async () => {
    answers = [hold(event(3))]
    const received: Changes[] = []
    for await (const changes of createClient({ baseUrl: server.url }).events()) {
      received.push(changes)
      break
    }
    await atOnce(() => open.length === 0, 'the end of the connection')
    expect(received.map(({ seq }) => seq)).toEqual([3])
  })
})

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)
