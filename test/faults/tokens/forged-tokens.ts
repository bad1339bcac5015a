import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { alphabet } from './flipped-tokens.ts'

/** The resources of a forger: two real tokens, and a URL that serves the forger's own keys. */
interface Loot {
  victim: string
  accomplice: string
  keysAt: string
  /** The server's secret, for tokens that are signed correctly and still are not sessions. */
  secret: string
}

type Json = Record<string, unknown>
type Sign = (text: string) => Buffer

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decoded = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json
const hmac =
  (key: string | Uint8Array, hash = 'sha256'): Sign =>
  (text) =>
    createHmac(hash, key).update(text).digest()

/** A token for every known way to forge a session, by its name. */
export function forgedTokens({ victim, accomplice, keysAt, secret }: Loot): Record<string, string> {
  const [header = '', payload = '', signature = ''] = victim.split('.')
  const [, otherPayload = '', otherSignature = ''] = accomplice.split('.')
  const claims = decoded(payload)
  const now = Math.floor(Date.now() / 1000)

  const forge = (head: Json, body: Json, signed: Sign): string => {
    const text = `${encoded({ alg: 'HS256', typ: 'JWT', ...head })}.${encoded({ ...claims, ...body })}`
    return `${text}.${signed(text).toString('base64url')}`
  }
  const claiming = (body: Json) => forge({}, body, hmac(secret))
  const keyed = (key: string | Uint8Array, head: Json = {}) => forge(head, {}, hmac(key))
  const unsigned = (alg: unknown) => `${encoded({ alg, typ: 'JWT' })}.${payload}.`

  const own = ownKeys()
  const pem = own.RS256.publicKey.export({ type: 'spki', format: 'pem' }) as string
  const withOwnKey = Object.entries(own).flatMap(([alg, { publicKey, signed }]) => {
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'own', alg }
    return Object.entries({
      alone: {},
      'in jwk': { jwk },
      'behind jku': { jku: `${keysAt}/keys.json`, kid: 'own' },
      'behind x5u': { x5u: `${keysAt}/key.pem` },
      'behind kid': { kid: `${keysAt}/key.pem` },
    }).map(([where, head]) => [
      `${alg} with a key of one's own ${where}`,
      forge({ alg, ...head }, {}, signed),
    ])
  })

  return {
    ...Object.fromEntries(withOwnKey),
    ...named('algorithm', ['none', 'None', 'NONE', 'nOnE', '', null, 'HS256', 'RS256', []], unsigned),
    ...named('another algorithm', ['HS384', 'HS512', 'hs256', 'HS1', 'RS256', 'none', 'A256KW'], (alg) =>
      forge({ alg }, {}, hmac(secret, alg === 'HS384' ? 'sha384' : alg === 'HS512' ? 'sha512' : 'sha256')),
    ),
    'no algorithm': forge({ alg: undefined }, {}, hmac(secret)),
    ...named(
      'the key',
      ['', ' ', '0', 'a', 'key', 'secret', 'password', 'changeme', 'your-256-bit-secret'],
      keyed,
    ),
    'a key of nothing but zeros': keyed(new Uint8Array(32)),
    'the first half of the key': keyed(secret.slice(0, secret.length / 2)),
    'all but the end of the key': keyed(secret.slice(0, -1)),
    'the key and a line break': keyed(`${secret}\n`),
    'the key in base64': keyed(Buffer.from(secret).toString('base64')),
    'the hash of the key': keyed(createHash('sha256').update(secret).digest()),
    'a public key as the secret one': keyed(pem),
    'an empty file as the key': keyed('', { kid: '../../../../../../dev/null' }),
    'a key out of a query': keyed('key', { kid: "x' union select 'key" }),
    'an extension to be understood': keyed(secret, { crit: ['own'], own: true }),
    'a symmetric key in jwk': keyed('mine', {
      jwk: { kty: 'oct', k: Buffer.from('mine').toString('base64url') },
    }),
    "another's claims": [header, otherPayload, signature].join('.'),
    "another's signature": [header, payload, otherSignature].join('.'),
    'a later end': [header, encoded({ ...claims, exp: now + 1e9 }), signature].join('.'),
    expired: claiming({ exp: now - 1 }),
    'expired long ago': claiming({ iat: 0, exp: 1 }),
    'not good yet': claiming({ nbf: now + 3600 }),
    ...named('to expire at', [null, 'never', String(now + 60), [now + 60], true], (exp) => claiming({ exp })),
    ...named('good from', [null, 'now', [0], {}], (nbf) => claiming({ nbf })),
    ...named('issued by', ['elsewhere', 'Inboard', '', null, ['elsewhere'], 'inboard.example'], (iss) =>
      claiming({ iss }),
    ),
    ...named('for', ['elsewhere', 'Inboard', '', null, [], ['elsewhere'], {}], (aud) => claiming({ aud })),
    ...named(
      'of',
      [randomUUID(), '', null, 1, [claims.sub], { id: claims.sub }, '%', "' or 1 = 1 --"],
      (sub) => claiming({ sub }),
    ),
    ...named('without', ['iss', 'aud', 'sub', 'iat', 'exp', 'jti'], (claim) =>
      claiming({ [claim]: undefined }),
    ),
    'no signature': `${header}.${payload}`,
    'an empty signature': `${header}.${payload}.`,
    'a signature cut short': victim.slice(0, -4),
    'a signature and more of it': `${victim}AAAA`,
    ...named('bits that its signature has no use for,', [1, 2, 3], (bits) => withStrayBits(victim, bits)),
    'a signature of zeros': `${header}.${payload}.${'A'.repeat(43)}`,
    padding: `${victim}=`,
    'four parts': `${victim}.${signature}`,
    'five parts, as if encrypted': [
      encoded({ alg: 'dir', enc: 'A256GCM' }),
      '',
      payload,
      payload,
      signature,
    ].join('.'),
    'parts out of order': [payload, header, signature].join('.'),
    'a list instead of claims': `${header}.${encoded([claims])}.${signature}`,
    'the claims alone': payload,
    'dots alone': '..',
  }
}

/** The last character of an HS256 signature encodes four bits. Its other two bits are ignored by lenient decoders. */
function withStrayBits(token: string, bits: number): string {
  return token.slice(0, -1) + alphabet[alphabet.indexOf(token.slice(-1)) + bits]
}

function named<T>(what: string, values: T[], make: (value: T) => string): Record<string, string> {
  return Object.fromEntries(values.map((value) => [`${what} ${JSON.stringify(value)}`, make(value)]))
}

function ownKeys(): Record<'RS256' | 'ES256' | 'EdDSA', { publicKey: KeyObject; signed: Sign }> {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ed = generateKeyPairSync('ed25519')
  return {
    RS256: { ...rsa, signed: (text) => sign('sha256', Buffer.from(text), rsa.privateKey) },
    ES256: {
      ...ec,
      signed: (text) => sign('sha256', Buffer.from(text), { key: ec.privateKey, dsaEncoding: 'ieee-p1363' }),
    },
    EdDSA: { ...ed, signed: (text) => sign(null, Buffer.from(text), ed.privateKey) },
  }
}
