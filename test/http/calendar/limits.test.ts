import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newCalendar } from '../../api/calendar/calendar.ts'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'

const limit = 4

describe('behind a proxy, a client', () => {
  let inboard: TestInboard
  beforeAll(async () => {
    inboard = await startTestInboard({ AUTH_RATE_LIMIT: String(limit), TRUST_PROXY: '1' })
  })
  afterAll(() => inboard.stop())

  const get = async (path: string, from: string) => {
    const answer = await inboard.request('GET', path, { headers: { 'x-forwarded-for': from } })
    return answer.status === 200 ? '200' : outcome(answer)
  }
  const signIn = async (from: string) =>
    outcome(
      await inboard.request('POST', '/api/auth/verify-email', {
        body: { token: 'x' },
        headers: { 'x-forwarded-for': from },
      }),
    )

  test('guesses tokens no more often than it may try to sign in', async () => {
    const person = await inboard.signIn()
    const { token } = await person.client.makeApiToken({ label: 'Read', scope: 'read' })
    const wrong = ['/calendar/inb_x.ics', `/calendar/${token}.ics`, '/calendar/x']
    const from = '192.0.2.1'
    for (let time = 0; time < limit; time++)
      expect(await get(wrong[time % wrong.length] ?? '', from)).toBe('404 not_found')
    for (const path of wrong) expect(await get(path, from)).toBe('429 rate_limited')
    // Nobody who guesses keeps others from signing in.
    expect(await signIn(from)).toBe('400 token_unknown')
    expect(await get('/calendar/x', '192.0.2.2')).toBe('404 not_found')
  })

  test('with a right token is neither counted nor refused', async () => {
    const path = await newCalendar(await inboard.signIn())
    const from = '192.0.2.3'
    for (let time = 0; time < 2 * limit; time++) expect(await get(path, from)).toBe('200')
    for (let time = 0; time < limit; time++) expect(await signIn(from)).toBe('400 token_unknown')
    expect(await signIn(from)).toBe('429 rate_limited')
    expect(await get(path, from)).toBe('200')
  })
})
