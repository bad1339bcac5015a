import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { eventsIn, get, newCalendar } from '../../api/calendar/calendar.ts'
import { newcomer } from '../../api/large/people.ts'
import { inboard } from '../../support/service/shared.ts'

const ofOneRequest = ['x-request-id', 'date', 'connection', 'keep-alive']

describe('a calendar', () => {
  test('is said to be one, kept for five minutes by its reader alone, and its URL goes nowhere', async () => {
    const person = await inboard.signIn()
    const { headers } = await get(await newCalendar(person))
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(headers.get('cache-control')).toBe('private, max-age=300')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('answers HEAD with what GET would say of it', async () => {
    const person = await inboard.signIn()
    await person.client.addInboxCard({ text: `Weed due:2026-11-20\n${'x'.repeat(1900)}` })
    const path = await newCalendar(person)
    const of = async (method: string, headers: Record<string, string> = {}) => {
      const {
        headers: given,
        status,
        text,
      } = await inboard.request(method, path, {
        headers: { 'accept-encoding': 'identity', ...headers },
      })
      const fields = [...given].filter(([name]) => !ofOneRequest.includes(name))
      return { status, fields, length: text.length }
    }
    const got = await of('GET')
    expect(got.length).toBeGreaterThan(1900)
    expect(await of('HEAD')).toEqual({ ...got, length: 0 })
    const { headers } = await get(path)
    const known = { 'if-none-match': headers.get('etag') ?? '' }
    expect(await of('HEAD', known)).toEqual(await of('GET', known))
    expect((await of('HEAD', known)).status).toBe(304)
  })

  test('is compressed for those who can read that', async () => {
    const person = await inboard.signIn()
    await person.client.addInboxCard({ text: `Weed due:2026-11-20\n${'x'.repeat(1900)}` })
    const path = await newCalendar(person)
    const { text } = await get(path)
    const sent = await new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
      request(inboard.url + path, { headers: { 'accept-encoding': 'gzip' } }, async (response) =>
        resolve({ encoding: response.headers['content-encoding'], bytes: await buffer(response) }),
      )
        .on('error', reject)
        .end()
    })
    expect(sent.encoding).toBe('gzip')
    expect(sent.bytes.length).toBeLessThan(text.length / 2)
    expect(gunzipSync(sent.bytes).toString()).toBe(text)
  })

  test('of a large account is read by a worker, and waits on the disk while others are in memory', async () => {
    const person = await newcomer('Weed due:2026-11-20')
    const path = await newCalendar(person)
    const expected = await get(path)
    expect(eventsIn(expected)).toHaveLength(1010)
    for (const encoding of ['identity', 'gzip']) {
      const answer = await get(path, { 'accept-encoding': encoding })
      expect([encoding, answer.status, answer.text === expected.text]).toEqual([encoding, 200, true])
      expect(answer.headers.get('etag')).toBe(expected.headers.get('etag'))
    }
  })

  test('that does not exist is no page, even for a browser', async () => {
    const person = await inboard.signIn()
    const path = await newCalendar(person)
    for (const one of [
      '/calendar/inb_x.ics',
      '/calendar',
      '/calendar/',
      '/calendar/a/b',
      path.replace('.ics', ''),
    ]) {
      const { status, body } = await get(one, { accept: 'text/html' })
      expect([one, status, body?.code]).toEqual([one, 404, 'not_found'])
    }
  })
})
