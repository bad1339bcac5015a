import { createECDH, createHash, createHmac, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import type { Cbor } from '../../support/authenticator-cbor.ts'

export type VectorAlgorithm = 'ES256' | 'ES384' | 'ES512' | 'RS256' | 'EdDSA' | 'Ed448'

export interface VectorKey {
  cose: Map<Cbor, Cbor>
  sign(data: Uint8Array): Buffer
}

const bytesOf = (text = '') => Buffer.from(text, 'base64url')
const toBytes = (number: bigint) => {
  const hex = number.toString(16)
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
}
const toNumber = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

const curves = {
  ES256: { name: 'prime256v1', crv: 'P-256', cose: [-7, 1] },
  ES384: { name: 'secp384r1', crv: 'P-384', cose: [-35, 2] },
  ES512: { name: 'secp521r1', crv: 'P-521', cose: [-36, 3] },
} as const

/** In the shortest form of PKCS #8: RFC 8410 §7. */
const edwards = {
  EdDSA: { prefix: '302e020100300506032b657004220420', cose: [-8, 6] },
  Ed448: { prefix: '3047020100300506032b6571043b0439', cose: [-53, 7] },
} as const

/** The key that a vector's secret bytes stand for. RSA has none: its primes are given. */
export function vectorKey(algorithm: VectorAlgorithm, secret: Buffer): VectorKey {
  if (algorithm === 'RS256') return rsaKey()
  if (algorithm === 'EdDSA' || algorithm === 'Ed448') {
    const { prefix, cose } = edwards[algorithm]
    const der = Buffer.concat([Buffer.from(prefix, 'hex'), secret])
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    return { cose: coseOf(1, cose, [jwkOf(key).x]), sign: (data) => sign(null, data, key) }
  }
  const { name, crv, cose } = curves[algorithm]
  const point = createECDH(name)
  point.setPrivateKey(secret)
  const half = (point.getPublicKey().length - 1) / 2
  const [x, y] = [point.getPublicKey().subarray(1, 1 + half), point.getPublicKey().subarray(1 + half)].map(
    (part) => part.toString('base64url'),
  )
  const d = Buffer.concat([Buffer.alloc(half - secret.length), secret]).toString('base64url')
  const key = createPrivateKey({ key: { kty: 'EC', crv, d, x: x ?? '', y: y ?? '' }, format: 'jwk' })
  return {
    cose: coseOf(2, cose, [x, y]),
    sign: (data) => (algorithm === 'ES256' ? signByRule(data, secret) : sign('sha256', data, key)),
  }
}

const coseOf = (
  kind: number,
  [algorithm, curve]: readonly [number, number],
  numbers: (string | undefined)[],
) =>
  new Map<Cbor, Cbor>([
    [1, kind],
    [3, algorithm],
    [-1, curve],
    ...numbers.map((number, index): [Cbor, Cbor] => [-2 - index, bytesOf(number)]),
  ])

const jwkOf = (key: KeyObject) => key.export({ format: 'jwk' }) as Record<string, string>

/** The two smallest Mersenne primes of more than 1024 bits. */
function rsaKey(): VectorKey {
  const [p, q, e] = [2n ** 1279n - 1n, 2n ** 2203n - 1n, 65537n]
  const d = inverse(e, (p - 1n) * (q - 1n))
  const numbers = { n: p * q, e, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) }
  const jwk = Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [name, toBytes(value).toString('base64url')]),
  )
  const key = createPrivateKey({ key: { kty: 'RSA', ...jwk }, format: 'jwk' })
  const cose = new Map<Cbor, Cbor>([
    [1, 3],
    [3, -257],
    [-1, toBytes(numbers.n)],
    [-2, toBytes(e)],
  ])
  return { cose, sign: (data) => sign('sha256', data, key) }
}

function inverse(value: bigint, modulus: bigint): bigint {
  let [rest, last] = [value % modulus, modulus]
  let [factor, lastFactor] = [1n, 0n]
  while (rest > 1n) {
    const times = last / rest
    ;[rest, last] = [last - times * rest, rest]
    ;[factor, lastFactor] = [lastFactor - times * factor, factor]
  }
  return ((factor % modulus) + modulus) % modulus
}

/** ES256 with the nonce that follows from key and message: RFC 6979 §3.2. */
function signByRule(data: Uint8Array, secret: Buffer): Buffer {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const fixed = (number: bigint) => Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
  const digest = toNumber(createHash('sha256').update(data).digest())
  let [key, value] = [Buffer.alloc(32, 0), Buffer.alloc(32, 1)]
  const mac = (...parts: Uint8Array[]) => createHmac('sha256', key).update(Buffer.concat(parts)).digest()
  for (const step of [0, 1]) {
    key = mac(value, Buffer.from([step]), secret, fixed(digest % order))
    value = mac(value)
  }
  value = mac(value)
  // That it were beyond the order has a chance of one in 2^32, and happens in none of the vectors.
  const nonce = createECDH('prime256v1')
  nonce.setPrivateKey(value)
  const r = toNumber(nonce.getPublicKey().subarray(1, 33)) % order
  const s = (inverse(toNumber(value), order) * (digest + r * toNumber(secret))) % order
  const integers = [r, s].map((number) => {
    const bytes = toBytes(number)
    const positive = (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes
    return Buffer.concat([Buffer.from([0x02, positive.length]), positive])
  })
  const content = Buffer.concat(integers)
  return Buffer.concat([Buffer.from([0x30, content.length]), content])
}
