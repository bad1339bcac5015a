import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../../src/client/client.ts'
import { PostgresServer } from '../../support/databases/postgres-server.ts'
import { Ledger } from '../../support/models/ledger.ts'
import { cleanUp, newFolder, run, type ServerProcess } from '../../support/processes/process.ts'
import { checkedFetch } from '../../support/service/contract-check.ts'
import { eventually, patience } from '../../support/service/inboard.ts'
import { TestSmtp } from '../../support/service/smtp.ts'

// Shorter than usual, so that nobody who runs this waits for long; and each another, so that the log tells them apart.
const bounds = {
  max: '4',
  connectionTimeoutMillis: '1000',
  lock_timeout: '1500',
  statement_timeout: '2000',
  query_timeout: '3000',
}

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await PostgresServer.start()
})
afterAll(async () => {
  cleanUp()
  await postgres.stop()
})

let databases = 0
/** Instances that share a database of their own. */
async function start(count: number, environment: Record<string, string> = {}, parameters = {}) {
  const database = `outage_${++databases}`
  await postgres.createDatabase(database)
  const url = postgres.url(database, { ...bounds, ...parameters })
  const common = {
    DATABASE_URL: url,
    JWT_SECRET: 'the secret of every instance in this file',
    AUTH_RATE_LIMIT: '0',
  }
  // One for all: whichever instance comes first sends what there is to send.
  const folder = newFolder()
  const servers = await Promise.all(
    Array.from({ length: count }, () => run({ folder, environment: { ...common, ...environment } })),
  )
  const outsider = await postgres.connect(database)
  return { servers, server: servers[0] as ServerProcess, outsider }
}

type Asked = [method: string, path: string, body?: unknown]

/** `'200'`, `'503 unavailable'` or `'hangs'`. */
async function outcomeOf(
  { url }: ServerProcess,
  token: string,
  [method, path, body]: Asked,
): Promise<string> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const signal = AbortSignal.timeout(patience)
  try {
    const response = await checkedFetch(url + path, {
      method,
      headers,
      signal,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { code } = response.status < 400 ? {} : ((await response.json()) as { code?: string })
    return [response.status, code].filter(Boolean).join(' ')
  } catch (error) {
    if (signal.aborted) return 'hangs'
    throw error
  }
}

const ready: Asked = ['GET', '/readyz']
const reading: Asked = ['GET', '/api/inbox/cards']
const writing: Asked = ['POST', '/api/inbox/cards', { text: 'lost' }]

const works = (server: ServerProcess, token: string) =>
  eventually(async () => {
    for (const asked of [ready, reading])
      if ((await outcomeOf(server, token, asked)) !== '200') return undefined
    return true
  }, 'it to work again')

/** A client to whom a server that cannot is the same as one that is gone. */
const impatient = ({ url }: ServerProcess, token: string) =>
  createClient({
    baseUrl: url,
    token: () => token,
    retries: 0,
    fetch: async (input, init) => {
      const response = await checkedFetch(input, { ...init, signal: AbortSignal.timeout(patience) })
      if (response.status === 503) throw new Error('unavailable')
      return response
    },
  })

const people = ['ada', 'bob', 'cleo', 'dan', 'eve', 'fay']

describe('PostgreSQL that goes away in the middle of everything', () => {
  // Killed as a whole, it is a neighbour of the faults.
  test('one connection after the other: nothing that was acknowledged is lost, and service resumes', async () => {
    const { servers } = await start(2)
    const serverOf = (index: number) => servers[index % servers.length] as ServerProcess
    const tokens = await Promise.all(
      people.map((name, index) => serverOf(index).signIn(`${name}@example.com`)),
    )
    const ledgers = await Promise.all(
      tokens.map((token, index) => Ledger.open(serverOf(index).client(token))),
    )
    const heard = ledgers.map(() => 0)
    let over = false
    const writing = Promise.all(
      ledgers.map((ledger, index) =>
        ledger.writeUntilTheEnd(impatient(serverOf(index), tokens[index] ?? ''), (writes) => {
          heard[index] = writes
        }),
      ),
    ).finally(() => {
      over = true
    })
    await eventually(() => heard.every((writes) => writes > 10) || undefined, 'everyone to be at work')
    await cutConnections(() => over)
    await writing

    for (const [index, ledger] of ledgers.entries()) {
      const server = serverOf(index)
      const token = tokens[index] ?? ''
      await works(server, token)
      const { board: expected, otherwise } = ledger
      const { board, positions } = await ledger.read(server.client(token))
      expect([expected, otherwise], people[index]).toContainEqual(board)
      expect(positions).toEqual(Object.values(board).map((texts) => texts.map((_, position) => position)))
      await server.client(token).addInboxCard({ text: 'and on it goes' })
    }
    for (const { child } of servers) expect(child.exitCode).toBeNull()
  })

  /** Again and again, until everyone has noticed. */
  async function cutConnections(isOver: () => boolean) {
    const admin = await postgres.connect('postgres')
    while (!isOver()) {
      await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'inboard'",
      )
      await pause(5)
    }
    await admin.end()
  }

  test('is told to everyone who asks meanwhile, and the mail that waits is sent afterwards', async () => {
    const smtp = await TestSmtp.start()
    const { server } = await start(1, smtp.environment)
    await server.client().requestLink({ email: 'ada@example.com' })
    const { token } = await server.client().openLink({ token: await smtp.linkTo('ada@example.com') })
    await smtp.stop()
    await server.client().requestLink({ email: 'bob@example.com' })

    await postgres.kill()
    const asked = [
      ready,
      reading,
      writing,
      ['POST', '/api/auth/magic-link', { email: 'cleo@example.com' }] as Asked,
    ]
    for (const one of asked) expect(await outcomeOf(server, token, one), one[1]).toBe('503 unavailable')
    expect(await outcomeOf(server, token, ['GET', '/healthz'])).toBe('200')
    expect(await outcomeOf(server, token, ['GET', '/metrics'])).toBe('200')
    expect(server.stdout() + server.stderr()).not.toContain('open-sesame')

    await postgres.start()
    await works(server, token)
    await smtp.start()
    await server.client().openLink({ token: await smtp.linkTo('bob@example.com') })
    await smtp.stop()
  })

  test('does not keep a server from ending', async () => {
    const { servers, server } = await start(2)
    const token = await server.signIn('ada@example.com')
    await postgres.freeze()
    const last = outcomeOf(server, token, reading)
    await pause(100)
    const ends = await Promise.all(servers.map(({ kill }) => kill('SIGTERM')))
    postgres.thaw()
    expect(ends).toEqual(servers.map(() => ({ code: 0, signal: null })))
    expect(await last).toBe('503 unavailable')
    for (const { stdout } of servers) expect(stdout()).not.toContain('not everything finished in time')
  })
})

test('PostgreSQL that says nothing any more makes nobody wait for ever', async () => {
  const { server } = await start(1)
  const token = await server.signIn('ada@example.com')
  const all = [...Array(6).fill(reading), ...Array(6).fill(writing), ready] as Asked[]
  const { card } = await server.client(token).addInboxCard({ text: 'kept' })
  await Promise.all(all.slice(0, 6).map((asked) => outcomeOf(server, token, asked)))

  await postgres.freeze()
  try {
    const outcomes = await Promise.all(all.map((asked) => outcomeOf(server, token, asked)))
    expect(outcomes).toEqual(all.map(() => '503 unavailable'))
  } finally {
    postgres.thaw()
  }
  await works(server, token)
  const { cards } = await server.client(token).listInboxCards()
  expect(cards[0]).toEqual(card)
  await server.client(token).addInboxCard({ text: 'and on it goes' })
})

describe.each([
  ['', {}],
  [' behind a pooler', { prepare: 'off' }],
])('a database that is too busy%s', (_where, parameters) => {
  let busy: Awaited<ReturnType<typeof start>>
  let token: string
  beforeAll(async () => {
    busy = await start(1, {}, parameters)
    token = await busy.server.signIn('ada@example.com')
  })

  const logged = ({ stdout }: ServerProcess, why: string) =>
    eventually(() => stdout().includes(why) || undefined, `"${why}" in the log`)

  test('refuses those for whom no connection is left, until there is one', async () => {
    const { server, outsider } = busy
    // One account alone does not get all of them.
    const people = Array.from({ length: 16 }, (_, index) => server.signIn(`person-${index}@example.com`))
    const tokens = await Promise.all(people)
    await outsider.query('begin; lock table cards in access exclusive mode')
    const everyone = () => Promise.all(tokens.map((one) => outcomeOf(server, one, reading)))
    expect(await everyone()).toEqual(tokens.map(() => '503 unavailable'))
    await logged(server, 'timeout exceeded when trying to connect')
    await outsider.query('rollback')
    await works(server, token)
    expect(await everyone()).toEqual(tokens.map(() => '200'))
  })

  test.each([
    [
      'a lock',
      'begin; select id from users for update',
      'rollback',
      'canceling statement due to lock timeout',
    ],
    [
      'a statement',
      `create function dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(60); return new; end';
        create trigger dawdle before insert on cards for each row execute function dawdle()`,
      'drop trigger dawdle on cards',
      'canceling statement due to statement timeout',
    ],
  ])('gives up %s that takes too long, and leaves no trace of it', async (_what, hinder, free, why) => {
    const { server, outsider } = busy
    await outsider.query(hinder)
    expect(await outcomeOf(server, token, writing)).toBe('503 unavailable')
    await logged(server, why)
    await outsider.query(free)
    const client = server.client(token)
    expect((await client.listInboxCards()).cards).toEqual([])
    const { card } = await client.addInboxCard({ text: 'now' })
    await client.removeCard({ id: card.id })
  })
})
