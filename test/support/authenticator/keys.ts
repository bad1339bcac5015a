import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Cbor } from './cbor.ts'

export type Algorithm = 'EdDSA' | 'ES256' | 'RS256'

export interface Keys {
  algorithm: Algorithm
  /** The public key as a COSE_Key (RFC 9052 §7), which is how authenticator data holds it. */
  cose: Map<Cbor, Cbor>
  sign(data: Uint8Array): Buffer
  /** The private key as text: PKCS #8, as base64. */
  kept(): string
}

export const coseAlgorithms: Record<Algorithm, number> = { EdDSA: -8, ES256: -7, RS256: -257 }

// Shared, because RSA keys are slow to generate and no test needs two.
let rsa: KeyObject | undefined

export const newKeys = (algorithm: Algorithm) => keysOf(algorithm, newPrivateKey(algorithm))

export const keptKeys = (algorithm: Algorithm, kept: string) =>
  keysOf(algorithm, createPrivateKey({ key: Buffer.from(kept, 'base64'), format: 'der', type: 'pkcs8' }))

function keysOf(algorithm: Algorithm, privateKey: KeyObject): Keys {
  return {
    algorithm,
    cose: coseKey(algorithm, privateKey),
    sign: (data) => sign(algorithm === 'EdDSA' ? null : 'sha256', data, privateKey),
    kept: () => privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  }
}

function newPrivateKey(algorithm: Algorithm): KeyObject {
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519').privateKey
  if (algorithm === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  rsa ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  return rsa
}

export function coseKey(algorithm: Algorithm, key: KeyObject): Map<Cbor, Cbor> {
  const { x = '', y = '', n = '', e = '' } = key.export({ format: 'jwk' }) as Record<string, string>
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const members: Record<Algorithm, [Cbor, Cbor][]> = {
    EdDSA: [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(x)],
    ],
    ES256: [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
    RS256: [
      [1, 3],
      [3, -257],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ],
  }
  return new Map(members[algorithm])
}
