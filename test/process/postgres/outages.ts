import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { type Client, createClient } from '../../../src/client/client.ts'
import type { PostgresServer } from '../../support/databases/postgres-server.ts'
import { chanceOfRun } from '../../support/machine/chance.ts'
import { Ledger } from '../../support/models/ledger.ts'
import { checkedFetch } from '../../support/service/contract-check.ts'
import { eventually, patience, startTestInboard } from '../../support/service/inboard.ts'

/** Shorter than usual, so that nobody who runs this waits for long; and each another, so that the log tells them apart. */
export const impatience = {
  max: '4',
  connectionTimeoutMillis: '1000',
  lock_timeout: '1500',
  statement_timeout: '2000',
  query_timeout: '3000',
}

/** On a busy machine, whoever has to wait is not turned away. */
const patient = {
  connectionTimeoutMillis: '60000',
  lock_timeout: '60000',
  statement_timeout: '60000',
  query_timeout: '60000',
}

/** The variables of an instance on a database, which is patient unless told otherwise. */
export const environmentOn = (
  postgres: PostgresServer,
  name: string,
  parameters: Record<string, string> = {},
): Record<string, string> => ({
  DATABASE_URL: postgres.url(name, { ...patient, ...parameters }),
  JWT_SECRET: 'the secret of every instance here',
  AUTH_RATE_LIMIT: '0',
})

/** The session tokens of people in a new database, who have come in before there is any trouble. */
export async function peopleOn(postgres: PostgresServer, name: string, count = 1): Promise<string[]> {
  await postgres.createMigratedDatabase(name)
  const inboard = await startTestInboard(environmentOn(postgres, name))
  const people = await Promise.all(Array.from({ length: count }, () => inboard.signIn()))
  await inboard.stop()
  return people.map(({ token }) => token)
}

interface Served {
  url: string
  client(token?: string): Client
}

export type Asked = [method: string, path: string, body?: unknown]

export const ready: Asked = ['GET', '/readyz']
export const reading: Asked = ['GET', '/api/inbox/cards']
export const writing: Asked = ['POST', '/api/inbox/cards', { text: 'lost' }]

/** `'200'`, `'503 unavailable'` or `'hangs'`. */
export async function outcomeOf(
  { url }: Pick<Served, 'url'>,
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

export const works = (server: Pick<Served, 'url'>, token: string) =>
  eventually(async () => {
    for (const asked of [ready, reading])
      if ((await outcomeOf(server, token, asked)) !== '200') return undefined
    return true
  }, 'it to work again')

/** PostgreSQL says nothing for a while. Everyone who asks meanwhile is told so, and then it goes on. */
export async function fallSilent(
  postgres: PostgresServer,
  { server, token }: { server: Served; token: string },
): Promise<void> {
  const all: Asked[] = [reading, reading, reading, writing, writing, ready]
  const { card } = await server.client(token).addInboxCard({ text: 'kept' })
  await Promise.all(all.slice(0, 3).map((asked) => outcomeOf(server, token, asked)))
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
}

/** A client to whom a server that cannot is the same as one that is gone. */
const impatient = ({ url }: Served, token: string) =>
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

/** Cuts every connection to PostgreSQL while everyone writes. Nothing that was acknowledged is lost, and service resumes. */
export async function cutConnections(
  postgres: PostgresServer,
  people: { server: Served; token: string }[],
): Promise<void> {
  const ledgers = await Promise.all(
    people.map(({ server, token }, index) => Ledger.open(server.client(token), chanceOfRun(index))),
  )
  const heard = ledgers.map(() => 0)
  let isOver = false
  const all = Promise.all(
    ledgers.map((ledger, index) => {
      const { server, token } = people[index] as (typeof people)[number]
      return ledger.writeUntilTheEnd(impatient(server, token), (writes) => {
        heard[index] = writes
      })
    }),
  ).finally(() => {
    isOver = true
  })
  await eventually(() => heard.every((writes) => writes > 10) || undefined, 'everyone to be at work')
  const admin = await postgres.connect('postgres')
  // Again and again, until everyone has noticed.
  while (!isOver) {
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'inboard'",
    )
    await pause(5)
  }
  await admin.end()
  await all

  for (const [index, { server, token }] of people.entries()) {
    await works(server, token)
    const ledger = ledgers[index] as Ledger
    const { board: expected, otherwise } = ledger
    const { board, positions } = await ledger.read(server.client(token))
    expect([expected, otherwise], `person ${index}`).toContainEqual(board)
    expect(positions).toEqual(Object.values(board).map((texts) => texts.map((_, position) => position)))
    await server.client(token).addInboxCard({ text: 'and on it goes' })
  }
}
