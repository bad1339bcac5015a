import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Following, Sink } from '../../../src/server/feed/streams.ts'
import { createEventStreams, eventOf, streamHeaders } from '../../../src/server/http/event-stream.ts'
import { eventually } from '../../support/service/inboard.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
const ends: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const end of ends.splice(0)) end()
})

const clock = { now: () => performance.now() }
const caller = { ownerId: 'somebody', credential: 'a', until: Number.POSITIVE_INFINITY }
const [hasAccess, requireCaller] = [async () => true, async () => {}]

/** A stream on a real connection, and its client. */
async function connect({
  isReading = true,
  hasAccess = async () => true,
  requireCaller = async () => {},
  until = caller.until,
} = {}) {
  let end = (_ownerId: string) => {}
  const begun = Promise.withResolvers<{ raw: ServerResponse; sink: Sink; following: Following }>()
  const server = createServer((_request, raw) => {
    raw.writeHead(200, streamHeaders)
    const following = { resume: vi.fn(), stop: vi.fn() }
    const follow = (sink: Sink) => {
      begun.resolve({ raw, sink, following })
      return following
    }
    const onEnded = (listener: typeof end) => {
      end = listener
    }
    createEventStreams({ hasAccess, requireCaller, onEnded }, clock)(raw, follow, { ...caller, until })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const received = { text: '', isEnded: false }
  const outgoing = request(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  outgoing.on('error', () => {})
  outgoing.on('response', (response) => {
    response.on('error', () => {})
    response.on('close', () => {
      received.isEnded = true
    })
    if (isReading) {
      response.on('data', (chunk) => {
        received.text += chunk
      })
    }
  })
  outgoing.end()
  ends.push(() => {
    outgoing.destroy()
    server.close()
  })
  const leave = () => outgoing.destroy()
  return { ...(await begun.promise), received, leave, end: (ownerId: string) => end(ownerId) }
}

/** Lets so many seconds pass, one by one, and what is due be done. */
async function pass(seconds: number, until: () => boolean = () => false) {
  for (let second = 0; second < seconds && !until(); second++) {
    vi.advanceTimersByTime(1000)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('says something at once, so that no proxy waits for more', async () => {
  const { received } = await connect()
  await eventually(() => received.text === ':\n\n' || undefined, 'its beginning')
})

test('is never silent for 20 seconds', async () => {
  const { received, sink } = await connect()
  // After the one that it begins with.
  const comments = () => received.text.split(':\n\n').length - 2
  for (let round = 1; round <= 4; round++) {
    await pass(20)
    await eventually(() => comments() >= round || undefined, 'a comment')
  }
  // Also while there is something to tell.
  const before = comments()
  for (let round = 0; round < 10; round++) {
    sink.send(eventOf(42 + round, '{}'))
    await pass(3)
  }
  await eventually(() => comments() > before || undefined, 'a comment among the events')
})

test('ends by itself in the end, so that the client comes back', async () => {
  const { received, following } = await connect()
  await pass(50 * 60)
  expect(received.isEnded).toBe(false)
  await pass(11 * 60)
  await eventually(() => received.isEnded || undefined, 'its end')
  await eventually(() => vi.mocked(following.stop).mock.calls.length === 1 || undefined, 'it to be forgotten')
})

test('ends soon after its session has expired', async () => {
  const { received } = await connect({ until: performance.now() + 90_000 })
  await pass(60)
  expect(received.isEnded).toBe(false)
  await pass(35)
  await eventually(() => received.isEnded || undefined, 'its end')
})

test('ends at once when its session is ended', async () => {
  let isIn = true
  const { received, end } = await connect({ hasAccess: async () => isIn })
  end('somebody')
  await pass(60)
  expect(received.isEnded).toBe(false)
  isIn = false
  end('somebody else')
  await pass(60)
  expect(received.isEnded).toBe(false)
  end('somebody')
  await eventually(() => received.isEnded || undefined, 'its end')
})

test('ends at once when its session ended while it was opened', async () => {
  const { received } = await connect({ requireCaller: () => Promise.reject(new Error('unauthenticated')) })
  await eventually(() => received.isEnded || undefined, 'its end')
})

test('ends if something was ended and nobody can say what: the client comes back', async () => {
  const { received, end } = await connect({
    hasAccess: () => Promise.reject(new Error('the database is away')),
  })
  end('somebody')
  await eventually(() => received.isEnded || undefined, 'its end')
})

test('is not ready for more while nothing is read', async () => {
  const { sink } = await connect({ isReading: false })
  expect(sink.isReady()).toBe(true)
  const megabyte = 'x'.repeat(2 ** 20)
  for (let seq = 42; sink.isReady() && seq < 142; seq++) {
    sink.send(eventOf(seq, megabyte))
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(sink.isReady()).toBe(false)
})

test('stops when the client goes away, and asks for nothing more', async () => {
  const { leave, following } = await connect()
  leave()
  await eventually(() => vi.mocked(following.stop).mock.calls.length === 1 || undefined, 'it to be forgotten')
  expect(vi.getTimerCount()).toBe(0)
})

test('that begins when the client has gone away already stops at once', async () => {
  const begun = Promise.withResolvers<Following>()
  const server = createServer((_request, raw) => {
    const begin = () => {
      const following = { resume: vi.fn(), stop: vi.fn() }
      createEventStreams({ hasAccess, requireCaller, onEnded: () => {} }, clock)(raw, () => following, caller)
      begun.resolve(following)
    }
    // As after a query that took longer than the client had patience.
    raw.on('close', () => setImmediate(begin))
    outgoing.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const outgoing = request(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  outgoing.on('error', () => {})
  outgoing.end()
  ends.push(() => server.close())
  const following = await begun.promise
  expect(vi.mocked(following.stop).mock.calls).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})
