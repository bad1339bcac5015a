/** Thousands of clients of `GET /api/events`, in a process of its own, which also makes the changes that they hear of. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from './statistics.ts'

/** Somebody who listens, and a card of theirs to change. */
export interface Listener {
  token: string
  card: string
}

export interface Arrivals {
  count: number
  /** Milliseconds from sending the change until it has arrived at a stream. */
  p50: number
  p99: number
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
/** By listener: when their change was sent. */
let sentAt: number[] = []
let times: number[] = []
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
    if (text.includes('event: changes')) times.push(performance.now() - (sentAt[index] ?? Number.NaN))
  })
}

/** One after the other, each by another listener, at a steady pace whatever the answers take. */
async function change({ port, changes }: { port: number; changes: number }): Promise<Arrivals> {
  times = []
  sentAt = []
  const answered: Promise<void>[] = []
  for (let n = 0; n < changes; n++) {
    const index = next++ % listeners.length
    sentAt[index] = performance.now()
    answered.push(edit(port, listeners[index] as Listener))
    await pause(milliseconds)
  }
  await Promise.all(answered)
  const expected = changes * streamsEach
  for (let waited = 0; times.length < expected && waited < 10_000; waited += 50) await pause(50)
  if (times.length !== expected) throw new Error(`${times.length} of ${expected} changes have arrived.`)
  times.sort((one, other) => one - other)
  return { count: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

function edit(port: number, { token, card }: Listener): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request({ agent, port, method: 'PATCH', path: `/api/cards/${card}`, headers }, (answer) => {
      answer.resume()
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
