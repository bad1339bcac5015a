import { beforeAll, describe, expect, test } from 'vitest'
import { answerTo } from '../../support/network/raw-http.ts'
import { inboard } from '../../support/service/clocked.ts'
import type { SignedIn } from '../../support/service/inboard.ts'

let person: SignedIn
beforeAll(async () => {
  person = await inboard.signIn()
})

describe('caching', () => {
  test('no response of the API may be cached, including errors', async () => {
    const session = await inboard.signInByMail()
    const token = await (async () => {
      inboard.clock.advance(61_000)
      await inboard.client().requestLink({ email: session.user.email })
      return await inboard.linkTo(session.user.email, 2)
    })()
    const { token: bearer } = person
    const answers = {
      session: await inboard.request('POST', '/api/auth/verify-email', { body: { token } }),
      'a used link': await inboard.request('POST', '/api/auth/verify-email', { body: { token } }),
      'a refused body': await inboard.request('POST', '/api/auth/verify-email', { body: '{' }),
      'a refused member': await inboard.request('POST', '/api/auth/magic-link', { body: {} }),
      throttled: await inboard.request('POST', '/api/auth/magic-link', {
        body: { email: session.user.email },
      }),
      'a challenge': await inboard.request('POST', '/api/auth/passkey/options'),
      'a removed route': await inboard.request('POST', '/api/auth/login', { body: {} }),
      'a broken path': await inboard.request('POST', '/api/auth/%zz'),
      me: await inboard.request('GET', '/api/me', { token: bearer }),
      'not me': await inboard.request('GET', '/api/me'),
      cards: await inboard.request('GET', '/api/inbox/cards', { token: bearer }),
      'no card': await inboard.request('GET', '/api/cards/none', { token: bearer }),
    }
    expect(Object.values(answers).map(({ status }) => status)).toEqual([
      200, 400, 400, 422, 429, 200, 404, 404, 200, 401, 200, 404,
    ])
    for (const [what, { headers }] of Object.entries(answers)) {
      expect([what, headers.get('cache-control')]).toEqual([what, 'no-store'])
    }
    expect((await answerTo(inboard.url, 'NONSENSE\r\n\r\n')).headers.get('cache-control')).toBe('no-store')
  })

  test('pages are asked for again', async () => {
    for (const path of [
      '/',
      '/verify-email',
      '/docs',
      '/openapi.json',
      '/assets/docs.css',
      '/assets/tokens.css',
    ]) {
      const { headers } = await inboard.request('GET', path)
      expect([path, headers.get('cache-control')]).toEqual([path, 'no-cache'])
    }
  })
})

test('the service worker is never cached, and has the policy of the pages', async () => {
  const { status, headers } = await inboard.request('GET', '/sw.js')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(headers.get('cache-control')).toBe('no-store')
  const page = await inboard.request('GET', '/')
  for (const name of page.headers.keys().filter((one) => one.endsWith('-policy')))
    expect([name, headers.get(name)]).toEqual([name, page.headers.get(name)])
})
