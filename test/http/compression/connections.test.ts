import { Agent } from 'node:http'
import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { sendRaw } from '../../support/network/raw-http.ts'
import {
  eventually,
  type SignedIn,
  startTestInboard,
  type TestInboard,
} from '../../support/service/inboard.ts'
import { times } from '../../support/service/sending.ts'
import { ask, decoded, fill, type Received } from './asking.ts'

let inboard: TestInboard
let person: SignedIn
beforeAll(async () => {
  inboard = await startTestInboard()
  person = await inboard.signIn()
  await fill(person)
})

const line = (path: string, accepted: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\nAccept-Encoding: ${accepted}\r\n\r\n`

describe('on one connection', () => {
  test('pipelined answers come in the order of the requests, however long each is at work', async () => {
    const asked = Array.from({ length: 30 }, (_, n) => ['br', 'none', 'gzip', 'zstd'][n % 4] ?? '')
    const requests = asked.map((accepted) => line('/api/inbox/cards', accepted) + line('/api/me', accepted))
    const { answers } = await sendRaw(inboard.url, requests.join(''), 2 * asked.length)
    expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual(
      asked.flatMap((accepted) => [accepted === 'none' ? null : accepted, null]),
    )
    for (const [index, { text }] of answers.entries()) {
      if (index % 2 === 1) expect(JSON.parse(text).user.id).toBe(person.user.id)
    }
  })

  test('one request after the other works as ever', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => ask(inboard, person, n % 2 === 0 ? 'br' : 'identity', { agent })),
    )
    agent.destroy()
    for (const answer of answers) expect(decoded(answer)).toBe(decoded(answers[0] as Received))
  })
})

test('a client that disconnects meanwhile affects nobody else', async () => {
  const { hostname, port } = new URL(inboard.url)
  const count = () => inboard.request('GET', '/metrics').then(({ text }) => countOf(text))
  const countOf = (metrics: string) =>
    Number(/^.*_count\{method="GET",route="\/api\/inbox\/cards",status="200"\} (\d+)$/m.exec(metrics)?.[1])
  const before = await count()
  const head = `GET /api/inbox/cards HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\nAuthorization: Bearer ${person.token}\r\n\r\n`
  for (let n = 0; n < 20; n++) {
    const socket = connect(Number(port), hostname)
    socket.write(head, () => (n % 2 === 0 ? socket.resetAndDestroy() : socket.destroy()))
  }
  await eventually(async () => (await count()) > before || undefined, 'requests of those who hung up')
  expect(decoded(await ask(inboard, person, 'br'))).toContain('Water the plants')
  expect(inboard.log).toEqual([])
})

test('a server that shuts down finishes compressing', async () => {
  const whole = (await ask(inboard, person, 'identity')).bytes.toString()
  // New connections: stopping a test's server ends idle ones at once.
  const agent = new Agent({ keepAlive: true })
  const answers = times(20, () => ask(inboard, person, 'br', { agent }))
  await inboard.stop()
  for (const answer of await Promise.all(answers)) expect(decoded(answer)).toBe(whole)
  agent.destroy()
})
