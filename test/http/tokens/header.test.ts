import { beforeAll, describe, expect, test } from 'vitest'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { answerTo } from '../../support/network/raw-http.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'

let person: SignedIn
beforeAll(async () => {
  person = await inboard.signIn()
})

const authorized = (value: string) => inboard.request('GET', '/api/me', { headers: { authorization: value } })

describe('the Authorization header', () => {
  const taken: Record<string, (token: string) => string> = {
    'as documented': (token) => `Bearer ${token}`,
    'in lower case': (token) => `bearer ${token}`,
    'in upper case': (token) => `BEARER ${token}`,
    'with more spaces': (token) => `Bearer    ${token}`,
    'with spaces at its end': (token) => `Bearer ${token}   `,
  }
  for (const [how, value] of Object.entries(taken)) {
    test(`${how} is taken`, async () => {
      expect((await authorized(value(person.token))).body.user).toEqual(person.user)
    })
  }

  const refused: Record<string, (token: string) => string> = {
    empty: () => '',
    'the scheme alone': () => 'Bearer',
    'the scheme and a space': () => 'Bearer ',
    'the token alone': (token) => token,
    'no space between': (token) => `Bearer${token}`,
    'a tab between': (token) => `Bearer\t${token}`,
    'a colon': (token) => `Bearer: ${token}`,
    'two tokens': (token) => `Bearer ${token} ${token}`,
    'two tokens and a comma': (token) => `Bearer ${token}, Bearer ${token}`,
    'another scheme': (token) => `Token ${token}`,
    'a password': (token) => `Basic ${Buffer.from(`user:${token}`).toString('base64')}`,
    'a parameter': (token) => `Bearer token=${token}`,
    quotes: (token) => `Bearer "${token}"`,
    'a scheme before it': (token) => `X Bearer ${token}`,
    'letters outside ASCII': () => 'Bearer caf\u00e9',
    'a very long token': () => `Bearer ${'a.'.repeat(4000)}`,
  }
  for (const [how, value] of Object.entries(refused)) {
    test(`${how} is no session`, async () => {
      expect(outcome(await authorized(value(person.token)))).toBe('401 unauthenticated')
    })
  }

  test('the answer tells a token that has not arrived from one that is refused', async () => {
    const answers = await Promise.all([
      inboard.request('GET', '/api/me'),
      authorized('Basic YTpi'),
      authorized('Bearer x'),
    ])
    expect(answers.map(({ headers }) => headers.get('inboard-token'))).toEqual(['missing', 'missing', null])
  })

  test('none at all is no session', async () => {
    const { headers, body } = await inboard.request('GET', '/api/me')
    expect(headers.get('www-authenticate')).toBe('Bearer')
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Unauthorized',
      status: 401,
      code: 'unauthenticated',
      detail: 'Sign in first: send a valid session token as "Authorization: Bearer …".',
    })
  })

  test('a session is not taken from elsewhere', async () => {
    const { token } = person
    const elsewhere = [
      { path: `/api/me?access_token=${token}&token=${token}`, headers: {} },
      { path: '/api/me', headers: { cookie: `token=${token}; session=${token}` } },
      { path: '/api/me', headers: { 'x-authorization': `Bearer ${token}`, 'x-access-token': token } },
      { path: '/api/me', headers: { 'proxy-authorization': `Bearer ${token}` } },
    ]
    for (const { path, headers } of elsewhere) {
      expect(outcome(await inboard.request('GET', path, { headers }))).toBe('401 unauthenticated')
    }
  })

  test('control characters in it are no request', async () => {
    const bytes = `GET /api/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\u0001\r\n\r\n`
    expect((await answerTo(inboard.url, bytes)).code).toBe('malformed_request')
  })
})
