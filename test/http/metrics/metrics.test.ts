import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../support/processes/process.ts'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { answered, requests, samplesOf } from './samples.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard()
})
afterAll(() => inboard.stop())

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
    await expect.poll(() => answered(inboard, { method: 'GET', route, status: '200' })).toBe(1)
    await expect.poll(() => answered(inboard, { method: 'GET', route, status: '404' })).toBe(1)
    await expect.poll(() => answered(inboard, { method: 'GET', route, status: '401' })).toBe(1)
    await expect
      .poll(() => answered(inboard, { method: 'POST', route: '/api/inbox/cards', status: '201' }))
      .toBe(1)
  })

  test('do not grow with the paths that strangers make up', async () => {
    const before = await answered(inboard, { route: 'none' })
    const paths = Array.from({ length: 20 }, (_, n) => `/made-up-${n}`)
    await Promise.all(paths.map((path) => inboard.request('GET', path)))
    await inboard.request('GET', '/api/cards/%zz')
    await expect.poll(() => answered(inboard, { route: 'none' })).toBeGreaterThanOrEqual(before + 20)
    const routes = new Set((await samplesOf(inboard)).map(({ labels }) => labels.route))
    expect([...routes].filter((route) => route?.includes('made-up') || route?.includes('%'))).toEqual([])
  })

  test('put every answer into a bucket, the last of which holds them all', async () => {
    await inboard.request('GET', '/healthz')
    const labels = { method: 'GET', route: '/healthz', status: '200' }
    await expect.poll(() => answered(inboard, labels)).toBe(1)
    const buckets = (await samplesOf(inboard)).filter(
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
    const info = (await samplesOf(inboard)).filter(({ name }) => name === 'inboard_build_info')
    expect(info).toMatchObject([{ labels: { version, node: process.versions.node }, value: 1 }])
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
})

test('they are under one name alone, which a proxy can block', async () => {
  const outcomes = []
  for (const path of ['/metrics', '/metrics?x', '/metrics/', '/metrics/?x', '//metrics', '/Metrics'])
    outcomes.push((await inboard.request('GET', path)).status)
  expect(outcomes.slice(0, 2)).toEqual([200, 200])
  expect(outcomes.slice(2)).not.toContain(200)
})
