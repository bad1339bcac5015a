/**
 * Thousands of clients of `GET /api/events`, in a process of its own, which also makes the changes that they
 * hear of.
 */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from './statistics.ts'

/** A listener, and a card of theirs to change. */
export interface Listener {
  token: string
  card: string
}

/** Milliseconds. */
interface Times {
  p50: number
  p99: number
}

export interface Arrivals {
  /** From sending a change until its response, and until its arrival on a stream. */
  answered: Times
  arrived: Times
  /** From the response until the arrival. */
  behind: Times
}

export type Order =
  | { open: { port: number; listeners: Listener[]; streamsEach: number } }
  | { change: { port: number; changes: number } }
  | 'close'

const openAtOnce = 100
const milliseconds = 10
const agent = new Agent({ keepAlive: true })

let sockets: Socket[] = []
let listeners: Listener[] = []
let streamsEach = 1
/** By listener: when their change was sent and answered, and when it arrived on each of their streams. */
let sentAt: number[] = []
let answeredAt: number[] = []
let arrivals: { index: number; at: number }[] = []
let next = 0

async function open(order: { port: number; listeners: Listener[]; streamsEach: number }): Promise<void> {
  listeners = order.listeners
  streamsEach = order.streamsEach
  const all = listeners.flatMap((_, index) => Array.from({ length: streamsEach }, () => index))
  for (let start = 0; start < all.length; start += openAtOnce)
    await Promise.all(all.slice(start, start + openAtOnce).map((index) => listen(order.port, index)))
}

async function listen(port: number, index: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.write(
    `GET /api/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${listeners[index]?.token}\r\n\r\n`,
  )
  socket.setEncoding('latin1')
  const [head] = await once(socket, 'data')
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`Answered with: ${head}`)
  socket.on('data', (text: string) => {
    if (text.includes('event: changes')) arrivals.push({ index, at: performance.now() })
  })
}

/** One after the other, each by another listener, at a steady pace whatever the answers take. */
async function change({ port, changes }: { port: number; changes: number }): Promise<Arrivals> {
  arrivals = []
  sentAt = []
  answeredAt = []
  const edits: Promise<void>[] = []
  for (let n = 0; n < changes; n++) {
    const index = next++ % listeners.length
    sentAt[index] = performance.now()
    edits.push(edit(port, index))
    await pause(milliseconds)
  }
  await Promise.all(edits)
  const expected = changes * streamsEach
  for (let waited = 0; arrivals.length < expected && waited < 30_000; waited += 50) await pause(50)
  if (arrivals.length !== expected) throw new Error(`${arrivals.length} of ${expected} changes have arrived.`)
  const since = (times: number[]) => arrivals.map(({ index, at }) => at - (times[index] ?? Number.NaN))
  return {
    answered: timesOf(sentAt.map((sent, index) => (answeredAt[index] ?? Number.NaN) - sent)),
    arrived: timesOf(since(sentAt)),
    // It may arrive before the response.
    behind: timesOf(since(answeredAt).map((time) => Math.max(0, time))),
  }
}

function timesOf(times: number[]): Times {
  // The list may have holes, which `filter` skips.
  const sorted = times.filter(() => true).sort((one, other) => one - other)
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
}

function edit(port: number, index: number): Promise<void> {
  const { token, card } = listeners[index] as Listener
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request({ agent, port, method: 'PATCH', path: `/api/cards/${card}`, headers }, (answer) => {
      answer.resume()
      answeredAt[index] = performance.now()
      if (answer.statusCode === 200) resolve()
      else reject(new Error(`A change was answered with ${answer.statusCode}.`))
    })
    sent.on('error', reject)
    sent.end(JSON.stringify({ text: `Water the plants, ${next}` }))
  })
}

function close(): void {
  for (const socket of sockets) socket.destroy()
  sockets = []
}

process.on('message', async (order: Order) => {
  if (order === 'close') process.send?.(close() ?? 'closed')
  else if ('open' in order) process.send?.(await open(order.open).then(() => 'open'))
  else process.send?.(await change(order.change))
})
process.on('disconnect', () => process.exit())
