import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestInboard, type TestInboard } from '../support/inboard.ts'

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
    const { client, token } = await inboard.signIn()
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
    await inboard.signIn()
    await expect.poll(mail).toEqual([sent + 1, failures, givenUp])
    await expect.poll(() => inboard.metric('inboard_mail_waiting')).toBe(0)
  })
})
