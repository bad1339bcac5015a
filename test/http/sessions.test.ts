import { createHmac, generateKeyPairSync, randomUUID, sign as signWith } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outcome } from '../support/authenticator/ceremonies.ts'
import { answerTo } from '../support/network/raw-http.ts'
import { type SignedIn, startTestInboard, type TestInboard } from '../support/service/inboard.ts'

// Deliberately not ASCII: the signing key must be the UTF-8 bytes of the secret.
const secret = 'ein Schlüssel, länger als 32 Bytes – 🔑'

let inboard: TestInboard
let person: SignedIn
beforeAll(async () => {
  inboard = await startTestInboard({ JWT_SECRET: secret })
  person = await inboard.signIn()
})
afterAll(() => inboard.stop())

const read = (token: string) => inboard.request('GET', '/api/me', { token })
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

type Claims = Record<string, unknown>
const base64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

function forge({
  header = {},
  claims = {},
  key = secret,
  hash = 'sha256',
}: {
  header?: unknown
  claims?: Claims
  key?: string
  hash?: string
}): string {
  const now = Math.floor(inboard.clock.now() / 1000)
  const own = {
    iss: 'inboard',
    aud: 'inboard',
    sub: person.user.id,
    iat: now,
    exp: now + 60,
    jti: randomUUID(),
  }
  const head = typeof header === 'string' ? header : { alg: 'HS256', typ: 'JWT', ...(header as object) }
  const signed = `${base64(head)}.${base64({ ...own, ...claims })}`
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`
}

describe('the token', () => {
  test('is a JWT with the claims that are documented, for thirty days', () => {
    const [header = '', payload = ''] = person.token
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString())
    expect(JSON.parse(header)).toEqual({ alg: 'HS256', typ: 'JWT' })
    const claims = JSON.parse(payload)
    expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'sub'])
    expect(claims.sub).toBe(person.user.id)
    expect(claims.exp - claims.iat).toBe(30 * 86_400)
  })

  test('is good if made with the key, whoever made it', async () => {
    expect(outcome(await read(forge({})))).toBe('200')
    expect(outcome(await read(forge({ claims: { nbf: 0, more: 'x' } })))).toBe('200')
  })

  const soon = () => Math.floor(inboard.clock.now() / 1000) + 3600
  const forgeries: Record<string, () => string> = {
    'made with another key': () => forge({ key: `${secret}x` }),
    'made with an empty key': () => forge({ key: '' }),
    'made with the key in another encoding': () => forge({ key: Buffer.from(secret).toString('base64') }),
    'HS384 with the key': () => forge({ header: { alg: 'HS384' }, hash: 'sha384' }),
    'HS512 with the key': () => forge({ header: { alg: 'HS512' }, hash: 'sha512' }),
    'HS256 under another name': () => forge({ header: { alg: 'RS256' } }),
    'HS256 in lower case': () => forge({ header: { alg: 'hs256' } }),
    'without an algorithm': () => forge({ header: { alg: undefined } }),
    'with a header that is not JSON': () => forge({ header: 'HS256' }),
    'with a header that is no object': () => forge({ header: '[]' }),
    ...Object.fromEntries(
      ['none', 'None', 'NONE', ''].map((alg) => [
        `of algorithm "${alg}"`,
        () => `${base64({ alg, typ: 'JWT' })}.${forge({}).split('.')[1]}.`,
      ]),
    ),
    'of algorithm "none" with a signature': () => forge({ header: { alg: 'none' } }),
    'signed by a private key': () => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const signed = `${base64({ alg: 'RS256', typ: 'JWT' })}.${forge({}).split('.')[1]}`
      return `${signed}.${signWith('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
    },
    'of another issuer': () => forge({ claims: { iss: 'elsewhere' } }),
    'of an issuer that only begins so': () => forge({ claims: { iss: 'inboard.example' } }),
    'for another audience': () => forge({ claims: { aud: 'elsewhere' } }),
    'for nobody in particular': () => forge({ claims: { aud: [] } }),
    expired: () => forge({ claims: { exp: soon() - 3601 } }),
    'expired this very second': () => forge({ claims: { exp: Math.floor(inboard.clock.now() / 1000) } }),
    'that expires at no time': () => forge({ claims: { exp: 'never' } }),
    'that expires at a time in quotes': () => forge({ claims: { exp: String(soon()) } }),
    'that is not good yet': () => forge({ claims: { nbf: soon() } }),
    'that becomes good at no time': () => forge({ claims: { nbf: 'soon' } }),
    'of someone who does not exist': () => forge({ claims: { sub: randomUUID() } }),
    'of someone by their address': () => forge({ claims: { sub: person.user.email } }),
    'of a number': () => forge({ claims: { sub: 1 } }),
    'of a list': () => forge({ claims: { sub: [person.user.id] } }),
    'of nobody': () => forge({ claims: { sub: null } }),
    'of an empty name': () => forge({ claims: { sub: '' } }),
    ...Object.fromEntries(
      ['iss', 'aud', 'sub', 'iat', 'exp', 'jti'].map((claim) => [
        `without ${claim}`,
        () => forge({ claims: { [claim]: undefined } }),
      ]),
    ),
    'with other claims than were signed': () => {
      const [header, , signature] = person.token.split('.')
      return [header, forge({ claims: { exp: soon() + 1e9 } }).split('.')[1], signature].join('.')
    },
    'without a signature': () => person.token.split('.').slice(0, 2).join('.'),
    'with an empty signature': () => `${person.token.split('.').slice(0, 2).join('.')}.`,
    'cut short': () => person.token.slice(0, -3),
    'with a part too many': () => `${person.token}.${person.token.split('.')[2]}`,
    'with padding': () => `${person.token}=`,
    'with other bits where its signature has none': () => {
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
      return person.token.slice(0, -1) + alphabet[alphabet.indexOf(person.token.slice(-1)) + 1]
    },
    'without its header': () => person.token.slice(person.token.indexOf('.')),
    'of dots': () => '..',
    'of one dot': () => '.',
    'with its signature turned around': () => {
      const [header, payload, signature = ''] = person.token.split('.')
      return [header, payload, [...signature].reverse().join('')].join('.')
    },
  }
  for (const [what, token] of Object.entries(forgeries)) {
    test(`${what} is no session`, async () => {
      expect(outcome(await read(token()))).toBe('401 unauthenticated')
      // Asked twice, in case the first verdict was cached wrongly.
      expect(outcome(await read(token()))).toBe('401 unauthenticated')
    })
  }

  test('is nothing to someone whose address nobody has verified', async () => {
    await inboard.client().requestLink({ email: 'unverified@example.com' })
    const user = await inboard.world.db.get<{ id: string }>`
      select id from users where email = 'unverified@example.com'`
    expect(outcome(await read(forge({ claims: { sub: user?.id } })))).toBe('401 unauthenticated')
  })

  test('ends with its user', async () => {
    const gone = await inboard.signIn()
    expect(outcome(await read(gone.token))).toBe('200')
    const { project } = await gone.client.addProject({ title: 'Garden' })
    await gone.client.addProjectCard({ project_id: project.id, text: 'Weed' })
    const { card } = await gone.client.addInboxCard({ text: 'Water' })
    await gone.client.removeCard({ id: card.id })
    await inboard.world.db.transaction((tx) => tx.run`delete from users where id = ${gone.user.id}`)
    const order = { project_id: null, status_id: null, card_ids: [] }
    for (const [method, path, body] of [
      ['GET', '/api/me'],
      ['POST', '/api/email/change', { email: 'elsewhere@example.com' }],
      ['GET', '/api/passkeys'],
      ['POST', '/api/passkeys/options'],
      ['POST', '/api/passkeys', {}],
      ['DELETE', '/api/passkeys/none'],
      ['GET', '/api/projects'],
      ['POST', '/api/projects', { title: 'Garden' }],
      ['PATCH', '/api/projects/none', { title: '' }],
      ['GET', '/api/projects/none/cards'],
      ['GET', '/api/inbox/cards'],
      ['POST', '/api/inbox/cards', { text: 'Weed' }],
      ['POST', '/api/inbox/cards', '{'],
      ['GET', '/api/cards/none'],
      ['PUT', '/api/cards/order', order],
      ['PUT', '/api/cards/order', { ...order, card_ids: ['none'] }],
      ['GET', '/api/search?q=weed'],
      ['GET', '/api/bin'],
      ['POST', '/api/bin/none/restore'],
      ['DELETE', '/api/bin/none'],
      ['DELETE', '/api/bin'],
      ['GET', '/api/changes'],
      ['GET', '/api/changes?since=0'],
      ['GET', '/api/changes?since=1'],
      ['GET', '/api/events'],
      ['GET', '/api/events?since=0'],
      ['POST', '/api/batch', { operations: [] }],
      ['POST', '/api/batch', { operations: [{ method: 'DELETE', path: '/api/bin' }] }],
    ] as const) {
      const answer = await inboard.request(method, path, { token: gone.token, body })
      expect([method, path, outcome(answer)]).toEqual([method, path, '401 unauthenticated'])
    }
  })

  test('ends with its time, to the second, however often it was good before', async () => {
    const { token } = await inboard.signIn()
    expect(outcome(await read(token))).toBe('200')
    inboard.clock.advance(30 * 86_400_000 - 60_000)
    expect(outcome(await read(token))).toBe('200')
    inboard.clock.advance(60_000)
    expect(outcome(await read(token))).toBe('401 unauthenticated')
  })
})

test('the lifetime of a session can be chosen', async () => {
  const short = await startTestInboard({ SESSION_TTL: '90m' })
  try {
    const { token } = await short.signIn()
    const me = () => short.request('GET', '/api/me', { token })
    short.clock.advance(89 * 60_000)
    expect(outcome(await me())).toBe('200')
    short.clock.advance(60_000)
    expect(outcome(await me())).toBe('401 unauthenticated')
  } finally {
    await short.stop()
  }
})
