import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engine, outsider } from '../support/databases/engine.ts'
import { crowdOf } from '../support/databases/statements.ts'
import { root } from '../support/processes/process.ts'
import { startTestInboard, type TestInboard } from '../support/service/inboard.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard()
})
afterAll(() => inboard.stop())

const requests = 'inboard_http_request_duration_seconds'

interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** Parses the Prometheus text format strictly: a line that is neither a comment nor a sample is an error. */
async function samples(): Promise<Sample[]> {
  const { text } = await inboard.request('GET', '/metrics')
  const lines = text.split('\n').filter((line) => line !== '' && !/^# (HELP|TYPE) \w+ ./.test(line))
  return lines.map((line) => {
    const [, name, labels = '', value] = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
    if (!name) throw new Error(`not a sample: ${line}`)
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text])
    return { name, labels: Object.fromEntries(pairs), value: Number(value) }
  })
}

async function answered(labels: Record<string, string>): Promise<number> {
  const found = (await samples()).filter(
    (sample) =>
      sample.name === `${requests}_count` &&
      Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )
  return found.reduce((sum, { value }) => sum + value, 0)
}

describe('the metrics', () => {
  test('are Prometheus text, each with its help and its type, for anyone who asks', async () => {
    const { status, headers, text } = await inboard.request('GET', '/metrics')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    for (const [name, type] of [
      [requests, 'histogram'],
      ['inboard_mail_sent_total', 'counter'],
      ['inboard_mail_failures_total', 'counter'],
      ['inboard_mail_given_up_total', 'counter'],
      ['inboard_mail_waiting', 'gauge'],
    ]) {
      expect(text).toMatch(new RegExp(`^# HELP ${name} .`, 'm'))
      expect(text).toMatch(new RegExp(`^# TYPE ${name} ${type}$`, 'm'))
    }
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
  })

  test('count every answer by method, route and status', async () => {
    const { client, token } = await inboard.signInByMail()
    const { card } = await client.addInboxCard({ text: 'Weed' })
    await client.readCard({ id: card.id })
    await inboard.request('GET', '/api/cards/nothing', { token })
    await inboard.request('GET', `/api/cards/${card.id}`)
    const route = '/api/cards/:id'
    await expect.poll(() => answered({ method: 'GET', route, status: '200' })).toBe(1)
    await expect.poll(() => answered({ method: 'GET', route, status: '404' })).toBe(1)
    await expect.poll(() => answered({ method: 'GET', route, status: '401' })).toBe(1)
    await expect.poll(() => answered({ method: 'POST', route: '/api/inbox/cards', status: '201' })).toBe(1)
  })

  test('do not grow with the paths that strangers make up', async () => {
    const before = await answered({ route: 'none' })
    const paths = Array.from({ length: 20 }, (_, n) => `/made-up-${n}`)
    await Promise.all(paths.map((path) => inboard.request('GET', path)))
    await inboard.request('GET', '/api/cards/%zz')
    await expect.poll(() => answered({ route: 'none' })).toBeGreaterThanOrEqual(before + 20)
    const routes = new Set((await samples()).map(({ labels }) => labels.route))
    expect([...routes].filter((route) => route?.includes('made-up') || route?.includes('%'))).toEqual([])
  })

  test('put every answer into a bucket, the last of which holds them all', async () => {
    await inboard.request('GET', '/healthz')
    const labels = { method: 'GET', route: '/healthz', status: '200' }
    await expect.poll(() => answered(labels)).toBe(1)
    const buckets = (await samples()).filter(
      (sample) => sample.name === `${requests}_bucket` && sample.labels.route === labels.route,
    )
    expect(buckets.at(-1)).toMatchObject({ labels: { ...labels, le: '+Inf' }, value: 1 })
    const values = buckets.map(({ value }) => value)
    expect(values).toEqual(values.toSorted((a, b) => a - b))
  })

  test('of mail follow each message from the request to its end', async () => {
    const mail = async () => [
      await inboard.metric('inboard_mail_sent_total'),
      await inboard.metric('inboard_mail_failures_total'),
      await inboard.metric('inboard_mail_given_up_total'),
    ]
    const [sent = 0, failures, givenUp] = await mail()
    await inboard.signInByMail()
    await expect.poll(mail).toEqual([sent + 1, failures, givenUp])
    await expect.poll(() => inboard.metric('inboard_mail_waiting')).toBe(0)
  })
})

describe('the gauges', () => {
  const value = (name: string) => inboard.metric(`inboard_${name}`)

  test('say what is running', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const info = (await samples()).filter(({ name }) => name === 'inboard_build_info')
    expect(info).toMatchObject([{ labels: { version, node: process.versions.node }, value: 1 }])
  })

  test('count the people who have verified their address, however many there are, once a minute', async () => {
    const before = await value('users')
    const measuredAt = await value('measured_timestamp_seconds')
    const stranger = await outsider(inboard.world.config.database)
    // Every fifth of them has not verified it, and they are more than are counted at once.
    await stranger.run(crowdOf(25_000)[0] ?? '')
    await stranger.close()
    expect(await value('users')).toBe(before)

    inboard.clock.advance(61_000)
    // Whoever asks first gets the old figure at once, and has it counted again.
    expect([before, before + 20_000]).toContain(await value('users'))
    await expect.poll(() => value('users')).toBeGreaterThanOrEqual(before + 20_000)
    expect(await value('users')).toBeLessThan(before + 20_010)
    expect(await value('measured_timestamp_seconds')).toBeGreaterThanOrEqual(measuredAt + 61)
  })

  test('know the size of the database', async () => {
    const bytes = await value('database_bytes')
    expect(bytes).toBeGreaterThan(100_000)
    const rows = (await samples()).map(({ name }) => name)
    const ofFiles = ['inboard_database_wal_bytes', 'inboard_database_free_bytes']
    const ofPools = ['in_use', 'max', 'waiting'].map((of) => `inboard_database_connections_${of}`)
    const [there, notThere] = engine === 'sqlite' ? [ofFiles, ofPools] : [ofPools, ofFiles]
    expect(rows).toEqual(expect.arrayContaining(there))
    expect(rows.filter((name) => notThere.includes(name))).toEqual([])
  })

  test('count open streams', async () => {
    const { client } = await inboard.signInByMail()
    const before = await value('event_streams')
    const events = client.events({ since: 0 })
    await client.addInboxCard({ text: 'Weed' })
    await events.next()
    expect(await value('event_streams')).toBe(before + 1)
    await events.return(undefined)
    await expect.poll(() => value('event_streams')).toBe(before)
  })

  test.each(engine === 'postgres' ? [5] : [])('count connections, of which there are %i', async (most) => {
    const people = await Promise.all(Array.from({ length: most + 3 }, () => inboard.signInByMail()))
    expect(await value('database_connections_max')).toBe(most)
    expect(await value('database_connections_in_use')).toBeLessThan(most)
    const stranger = await outsider(inboard.world.config.database)
    await stranger.holdWriters()
    // On a busy machine they may be refused before they are let go.
    const added = people.map(({ client }) => client.addInboxCard({ text: 'Weed' }).catch(() => {}))
    const use = () => inboard.world.db.poolUse?.()
    await expect.poll(use).toMatchObject({ inUse: most, most })
    await expect.poll(() => use()?.waiting).toBeGreaterThan(0)
    await stranger.letGo()
    await stranger.close()
    await Promise.all(added)
    await expect.poll(() => value('database_connections_waiting')).toBe(0)
  })
})

test('they are under one name alone, which a proxy can block', async () => {
  const outcomes = []
  for (const path of ['/metrics', '/metrics?x', '/metrics/', '/metrics/?x', '//metrics', '/Metrics'])
    outcomes.push((await inboard.request('GET', path)).status)
  expect(outcomes.slice(0, 2)).toEqual([200, 200])
  expect(outcomes.slice(2)).not.toContain(200)
})

describe('with METRICS_TOKEN', () => {
  const token = 'sixteen-or-more-characters'
  let guarded: TestInboard
  beforeAll(async () => {
    guarded = await startTestInboard({ METRICS_TOKEN: token })
  })
  afterAll(() => guarded.stop())

  const ask = async (authorization?: string) => {
    const { status, headers, body } = await guarded.request('GET', '/metrics', {
      ...(authorization && { headers: { authorization } }),
    })
    return [status, body?.code, headers.get('www-authenticate')]
  }

  test('they are for those who have it', async () => {
    expect(await ask(`Bearer ${token}`)).toEqual([200, undefined, null])
    expect(await ask(`bearer  ${token}`)).toEqual([200, undefined, null])
  })

  test.each([undefined, 'Bearer', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`, token])(
    'and for nobody else: %s',
    async (authorization) => {
      expect(await ask(authorization)).toEqual([401, 'unauthenticated', 'Bearer'])
    },
  )

  test('nor for whoever is signed in', async () => {
    const person = await guarded.signIn()
    expect(await ask(`Bearer ${person.token}`)).toEqual([401, 'unauthenticated', 'Bearer'])
    expect((await guarded.request('GET', '/readyz')).status).toBe(200)
  })
})
