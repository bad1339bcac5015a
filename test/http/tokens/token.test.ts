import { generateKeyPairSync, randomUUID, sign as signWith } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { type SignedIn, startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { base64, forgeFor, secret } from './forging.ts'

let inboard: TestInboard
let person: SignedIn
beforeAll(async () => {
  inboard = await startTestInboard({ JWT_SECRET: secret })
  person = await inboard.signIn()
})
afterAll(() => inboard.stop())

const read = (token: string) => inboard.request('GET', '/api/me', { token })
const forge = (change: Parameters<typeof forgeFor>[2] = {}) => forgeFor(inboard, person, change)

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

  test('ends with its time, to the second, however often it was good before', async () => {
    const { token } = await inboard.signIn()
    expect(outcome(await read(token))).toBe('200')
    inboard.clock.advance(30 * 86_400_000 - 60_000)
    expect(outcome(await read(token))).toBe('200')
    inboard.clock.advance(60_000)
    expect(outcome(await read(token))).toBe('401 unauthenticated')
  })
})
