/**
 * Somebody with a few cards: adds one, reads it and deletes it, over and over. Asked for it, tells how long
 * that took.
 */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

interface Order {
  port: number
  token: string
}

/** In milliseconds, each. */
export interface Times {
  read: number[]
  create: number[]
  delete: number[]
  refusals: string[]
}

const callers = 2
const everyMilliseconds = 8
/** A request that takes longer counts as refused. */
const patience = 60_000

const [{ port, token }] = (await once(process, 'message')) as [Order]
const agent = new Agent({ keepAlive: true })

async function call(method: string, path: string, body?: object): Promise<string> {
  const asked = request({
    port,
    host: '127.0.0.1',
    method,
    path,
    agent,
    timeout: patience,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
  })
  asked.on('timeout', () => asked.destroy(new Error('no answer within a minute')))
  asked.end(body && JSON.stringify(body))
  const [answer] = await once(asked, 'response')
  const text = (await Array.fromAsync(answer.setEncoding('utf8'))).join('')
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`)
  return text
}

let over = false
const times: Times = { read: [], create: [], delete: [], refusals: [] }

async function timed(what: Exclude<keyof Times, 'refusals'>, work: () => Promise<string>): Promise<string> {
  await pause(everyMilliseconds)
  const begun = performance.now()
  const answer = await work()
  times[what].push(performance.now() - begun)
  return answer
}

async function noteRefusal(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    times.refusals.push((error as Error).message)
    await pause(everyMilliseconds)
  }
}

async function addReadAndDelete(): Promise<void> {
  const body = { text: 'Meanwhile' }
  const { card } = JSON.parse(await timed('create', () => call('POST', '/api/inbox/cards', body)))
  await timed('read', () => call('GET', `/api/cards/${card.id}`))
  await timed('delete', () => call('DELETE', `/api/cards/${card.id}`))
}

async function goOn(): Promise<void> {
  while (!over) await noteRefusal(addReadAndDelete)
}

let going = Promise.all(Array.from({ length: callers }, goOn))
process.on('message', async () => {
  over = true
  // Running requests count with their final duration.
  await going
  process.send?.(times)
  Object.assign(times, { read: [], create: [], delete: [], refusals: [] })
  // The bin counts too, and a neighbour's account must stay small.
  await noteRefusal(() => call('DELETE', '/api/bin'))
  over = false
  going = Promise.all(Array.from({ length: callers }, goOn))
})
process.on('disconnect', () => process.exit())
process.send?.('begun')
