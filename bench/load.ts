/**
 * The load, in a process of its own: it is told what to send, and says how long the answers took. It shares
 * the machine with the server, so it does little: requests are made before the round begins, and of an answer
 * no more is read than its status and its length.
 */
import { readFileSync } from 'node:fs'
import { Connection } from './load-connection.ts'
import { type Call, operationNamed, type Person } from './operations.ts'
import type { People } from './seed.ts'
import type { Server } from './servers.ts'
import { quantile } from './statistics.ts'

export interface Round {
  server: Pick<Server, 'name' | 'port' | 'credentials'>
  operation: string
  connections: number
  /** For each connection. */
  requests: number
}

export interface Result {
  requests: number
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
}

export interface Answer {
  body: string
}

const people: People = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))

/** The number of requests that a server has had from each person. */
const sent = new Map<string, number>()

let open: Connection[] = []
let work: { connection: Connection; requests: Buffer[] }[] = []

async function prepare({ server, operation, connections, requests }: Round): Promise<void> {
  for (const connection of open) connection.close()
  open = await Promise.all(Array.from({ length: connections }, () => Connection.open(server.port)))
  work = open.map((connection, index) => ({
    connection,
    requests: nextRequests(server, operation, index, requests),
  }))
}

function nextRequests(
  { name, credentials }: Round['server'],
  operation: string,
  index: number,
  count: number,
) {
  const key = [name, operation, index].join()
  const before = sent.get(key) ?? 0
  sent.set(key, before + count)
  const person = people[operation]?.[index] as Person
  const { call } = operationNamed(operation)
  const authorization = credentials === 'token' ? `Bearer ${person.token}` : person.owner
  return Array.from({ length: count }, (_, n) => toBytes(call(person, before + n), authorization))
}

function toBytes({ method, path, body }: Call, authorization: string): Buffer {
  const head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\n`
  if (!body) return Buffer.from(`${head}\r\n`)
  const text = JSON.stringify(body)
  const length = Buffer.byteLength(text)
  return Buffer.from(`${head}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${text}`)
}

async function run(): Promise<Result> {
  const requests = work.reduce((sum, one) => sum + one.requests.length, 0)
  const times = new Float64Array(requests)
  let count = 0
  const took = (time: number) => {
    times[count++] = time
  }
  const began = performance.now()
  await Promise.all(work.map(({ connection, requests }) => connection.run(requests, took)))
  const seconds = (performance.now() - began) / 1000
  times.sort()
  return { requests, perSecond: requests / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

/** The response to a single request, verbatim. */
async function answer(): Promise<Answer> {
  const [first] = open
  if (first) first.body = []
  await run()
  return { body: Buffer.concat(first?.body ?? []).toString() }
}

process.on('message', async (message: { prepare: Round } | 'run' | 'answer') => {
  if (message === 'run') process.send?.(await run())
  else if (message === 'answer') process.send?.(await answer())
  else process.send?.(await prepare(message.prepare).then(() => 'ready'))
})
process.on('disconnect', () => process.exit())
