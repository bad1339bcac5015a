import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Cbor } from '../../support/authenticator/cbor.ts'
import { Ceremonies, outcome, passkeysOf } from '../../support/authenticator/ceremonies.ts'
import { type Algorithm, coseKey, newKeys } from '../../support/authenticator/keys.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'

const ceremonies = new Ceremonies(inboard)

let person: SignedIn
beforeAll(async () => {
  person = await inboard.signIn()
})

type Change = [label: number, value: Cbor | undefined][]

/** A valid COSE key with some members replaced, or removed where the value is `undefined`. */
function changed(algorithm: Algorithm, change: Change): Cbor {
  const key = new Map(newKeys(algorithm).cose)
  for (const [label, value] of change) value === undefined ? key.delete(label) : key.set(label, value)
  return key
}

const [kty, alg, crv, x, y, n, e] = [1, 3, -1, -2, -3, -1, -2]
const p384 = coseKey('ES256', generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey)
const after0 = (bytes: Uint8Array) => Buffer.concat([Buffer.alloc(1), bytes])
const padded = (algorithm: Algorithm, label: number) => {
  const key = newKeys(algorithm).cose
  return new Map([...key, [label, after0(key.get(label) as Uint8Array)]])
}

const keys: Record<string, () => Cbor> = {
  'for ES384': () => new Map([...p384, [alg, -35], [crv, 2]]),
  'for ES512': () => changed('ES256', [[alg, -36]]),
  'for ES256K': () =>
    changed('ES256', [
      [alg, -47],
      [crv, 8],
    ]),
  'for PS256': () => changed('RS256', [[alg, -37]]),
  'for RS384': () => changed('RS256', [[alg, -258]]),
  'for RS256 with SHA-1': () => changed('RS256', [[alg, -65535]]),
  'for ML-DSA-44': () =>
    new Map<Cbor, Cbor>([
      [kty, 7],
      [alg, -48],
      [-1, randomBytes(1312)],
    ]),
  'for ML-DSA-65': () =>
    new Map<Cbor, Cbor>([
      [kty, 7],
      [alg, -49],
      [-1, randomBytes(1952)],
    ]),
  'for ML-DSA-87': () =>
    new Map<Cbor, Cbor>([
      [kty, 7],
      [alg, -50],
      [-1, randomBytes(2592)],
    ]),
  'for Ed25519 by its newer number': () => changed('EdDSA', [[alg, -19]]),
  'for no algorithm': () => changed('ES256', [[alg, undefined]]),
  'for an algorithm by name': () => changed('ES256', [[alg, 'ES256']]),
  'of Ed25519 that says ES256': () => changed('EdDSA', [[alg, -7]]),
  'of ES256 that says Ed25519': () => changed('ES256', [[alg, -8]]),
  'of ES256 that says RS256': () => changed('ES256', [[alg, -257]]),
  'of RS256 that says ES256': () => changed('RS256', [[alg, -7]]),
  'of P-384 that says ES256': () => new Map([...p384, [alg, -7], [crv, 2]]),
  'of P-384 that says P-256': () => p384,
  'of no kind': () => changed('ES256', [[kty, undefined]]),
  'of an unknown kind': () => changed('ES256', [[kty, 4]]),
  'on no curve': () => changed('ES256', [[crv, undefined]]),
  'on a curve by name': () => changed('ES256', [[crv, 'P-256']]),
  'of Ed448': () =>
    changed('EdDSA', [
      [crv, 7],
      [x, randomBytes(57)],
    ]),
  'of X25519': () => changed('EdDSA', [[crv, 4]]),
  'of ES256 with no x': () => changed('ES256', [[x, undefined]]),
  'of ES256 with no y': () => changed('ES256', [[y, undefined]]),
  'of ES256 with a compressed point': () => changed('ES256', [[y, true]]),
  'of ES256 with text for x': () => changed('ES256', [[x, 'x'.repeat(32)]]),
  'of ES256 with a point off the curve': () => changed('ES256', [[y, randomBytes(32)]]),
  'of ES256 with a point of zeros': () =>
    changed('ES256', [
      [x, Buffer.alloc(32)],
      [y, Buffer.alloc(32)],
    ]),
  'of ES256 with coordinates beyond the field': () => changed('ES256', [[x, Buffer.alloc(32, 255)]]),
  'of ES256 with a short coordinate': () => changed('ES256', [[x, randomBytes(31)]]),
  'of ES256 with a padded x': () => padded('ES256', x),
  'of ES256 with a padded y': () => padded('ES256', y),
  'of ES256 with empty coordinates': () =>
    changed('ES256', [
      [x, Buffer.alloc(0)],
      [y, Buffer.alloc(0)],
    ]),
  'of Ed25519 with no bytes': () => changed('EdDSA', [[x, Buffer.alloc(0)]]),
  'of Ed25519 with 31 bytes': () => changed('EdDSA', [[x, randomBytes(31)]]),
  'of Ed25519 with 33 bytes': () => changed('EdDSA', [[x, randomBytes(33)]]),
  'of RSA with 512 bits': () => changed('RS256', [[n, oddBytes(64)]]),
  'of RSA with 1024 bits': () => changed('RS256', [[n, oddBytes(128)]]),
  'of RSA with 2047 bits': () => changed('RS256', [[n, after0(oddBytes(256).fill(0x7f, 0, 1))]]),
  'of RSA with 16384 bits': () => changed('RS256', [[n, oddBytes(2048)]]),
  'of RSA with no modulus': () => changed('RS256', [[n, Buffer.alloc(0)]]),
  'of RSA with a modulus of zeros': () => changed('RS256', [[n, Buffer.alloc(256)]]),
  'of RSA with text for its modulus': () => changed('RS256', [[n, 'n'.repeat(256)]]),
  'of RSA with an exponent of 1': () => changed('RS256', [[e, Buffer.from([1])]]),
  'of RSA with an exponent of 2': () => changed('RS256', [[e, Buffer.from([2])]]),
  'of RSA with an even exponent': () => changed('RS256', [[e, Buffer.from([1, 0, 0])]]),
  'of RSA with no exponent': () => changed('RS256', [[e, Buffer.alloc(0)]]),
  'of RSA with an exponent as long as its modulus': () => changed('RS256', [[e, oddBytes(256)]]),
  'with its private half': () => changed('ES256', [[-4, randomBytes(32)]]),
  'with more than is needed': () => changed('EdDSA', [[2, randomBytes(16)]]),
  'that is a list': () => [...newKeys('ES256').cose.values()],
  'that is nothing': () => new Map(),
  'that is a number': () => 7,
}

function oddBytes(length: number) {
  const bytes = randomBytes(length)
  bytes.writeUInt8(bytes.readUInt8(0) | 0x80, 0)
  bytes.writeUInt8(bytes.readUInt8(length - 1) | 1, length - 1)
  return bytes
}

describe('registration refuses a key', () => {
  test.each(Object.entries(keys))('%s', async (_, key) => {
    const passkey = ceremonies.newPasskey()
    const answer = await ceremonies.register(person, passkey, { publicKey: key() })
    expect(outcome(answer)).toBe('400 passkey_invalid')
    expect(await passkeysOf(person)).toEqual([])
  })
})

test('registration accepts RSA keys of other sizes and exponents', async () => {
  const owner = await inboard.signIn()
  const others: Change[] = [[[e, Buffer.from([3])]], [[n, oddBytes(384)]], [[n, oddBytes(1024)]]]
  for (const change of others) {
    const publicKey = changed('RS256', change)
    const answer = await ceremonies.register(owner, ceremonies.newPasskey(), { publicKey })
    expect(outcome(answer)).toBe('201')
  }
})
