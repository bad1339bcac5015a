/**
 * What one instance of Inboard can serve on one core: `npm run sizing`, or `npm run sizing -- postgres://…`
 * on an empty database. The load comes from this process, the server is one of its own, so that its CPU time
 * can be read.
 */
import { readFileSync, statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { cleanUp, run } from '../test/support/processes/process.ts'

const connections = 32
const secondsEach = 4
const cardsEach = 50
const people = 40

const database = process.argv[2]
const server = await run({
  environment: {
    JWT_SECRET: 'nothing of this run is worth keeping',
    ...(database && { DATABASE_URL: database }),
  },
})
const { port } = server
const { pid } = server.child
const agent = new Agent({ keepAlive: true, maxSockets: connections })

function call(method: string, path: string, token = '', body?: unknown) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const outgoing = request({ agent, port, method, path }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    outgoing.on('error', reject)
    if (token) outgoing.setHeader('authorization', `Bearer ${token}`)
    if (payload)
      outgoing
        .setHeader('content-type', 'application/json')
        .setHeader('content-length', Buffer.byteLength(payload))
    outgoing.end(payload)
  })
}

/** User and system time of the server so far, in seconds, and its resident memory, in MiB. */
function usage() {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
  return { cpu: (Number(fields[11]) + Number(fields[12])) / 100, memory: (pages * 4096) / 2 ** 20 }
}

interface Person {
  token: string
  project: string
  status: string
  cards: string[]
}

async function settle(number: number): Promise<Person> {
  const token = await server.signIn(`person-${number}@example.com`)
  const client = server.client(token)
  const { project } = await client.addProject({ title: 'A project' })
  const { statuses } = await client.listStatuses({ project_id: project.id })
  const cards: string[] = []
  for (let n = 0; n < cardsEach; n++) {
    const { card } = await client.addProjectCard({
      project_id: project.id,
      text: `Card ${n}: water the plants`,
    })
    cards.push(card.id)
  }
  return { token, project: project.id, status: statuses[0]?.id ?? '', cards }
}

const pick = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T

const operations: Record<string, (person: Person) => Promise<{ status: number }>> = {
  'read a card': ({ token, cards }) => call('GET', `/api/cards/${pick(cards)}`, token),
  [`list ${cardsEach} cards`]: ({ token, project }) => call('GET', `/api/projects/${project}/cards`, token),
  'list projects': ({ token }) => call('GET', '/api/projects', token),
  'complete a card': ({ token, cards }) =>
    call('PATCH', `/api/cards/${pick(cards)}`, token, { complete: Math.random() < 0.5 }),
  'add a card': ({ token }) => call('POST', '/api/inbox/cards', token, { text: 'Water the plants' }),
  [`move a card among ${cardsEach}`]: ({ token, project, status, cards }) =>
    call('PUT', '/api/cards/order', token, {
      project_id: project,
      status_id: status,
      card_ids: [pick(cards)],
    }),
}

async function measure(operation: (person: Person) => Promise<{ status: number }>, settled: Person[]) {
  const before = usage().cpu
  const started = performance.now()
  let count = 0
  const work = async () => {
    while (performance.now() - started < secondsEach * 1000) {
      const { status } = await operation(pick(settled))
      if (status >= 300) throw new Error(`answered ${status}`)
      count++
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  const elapsed = (performance.now() - started) / 1000
  const cpu = usage().cpu - before
  return {
    perSecond: Math.round(count / elapsed),
    perCore: Math.round(count / cpu),
    microseconds: Math.round((cpu / count) * 1e6),
  }
}

console.log(
  `${database ? 'PostgreSQL' : 'SQLite'}, ${connections} connections, ${people} people with ${cardsEach} cards each`,
)
console.log(`memory at rest: ${usage().memory.toFixed(0)} MiB`)
const settled = await Promise.all(Array.from({ length: people }, (_, number) => settle(number)))
const table: Record<string, object> = {}
for (const [name, operation] of Object.entries(operations)) {
  const { perSecond, perCore, microseconds } = await measure(operation, settled)
  table[name] = { 'requests/s': perSecond, 'requests/s per core': perCore, 'µs of CPU each': microseconds }
}
console.table(table)
console.log(`memory after the load: ${usage().memory.toFixed(0)} MiB`)
if (!database) {
  const inboxes = await Promise.all(settled.map(({ token }) => server.client(token).listInboxCards()))
  const count = inboxes.reduce((sum, { cards }) => sum + cards.length, people * cardsEach)
  await server.kill('SIGTERM')
  console.log(
    `on the disk: ${Math.round(statSync(server.database).size / count)} bytes for each of ${count} cards`,
  )
}
await server.kill('SIGTERM')
agent.destroy()
cleanUp()
