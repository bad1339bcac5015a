import { createPublicKey, type KeyObject, type webcrypto } from 'node:crypto'

/** Ed25519, ES256 and RS256, in order of preference. */
export const algorithms = [-8, -7, -257]

/**
 * The public key in a COSE key, or undefined unless it is of the kind that WebAuthn §5.8.5 requires for its
 * algorithm.
 */
export function readKey(key: Map<unknown, unknown>): KeyObject | undefined {
  const [type, algorithm, first, second, third] = [1, 3, -1, -2, -3].map((label) => key.get(label))
  // The size is checked because no other member is allowed, least of all the private key.
  const isKind = (size: number, kty: number) => key.size === size && type === kty
  try {
    if (algorithm === -8 && isKind(4, 1) && first === 6)
      return imported({ kty: 'OKP', crv: 'Ed25519', x: bytes(second) })
    if (algorithm === -7 && isKind(5, 2) && first === 1)
      return imported({ kty: 'EC', crv: 'P-256', x: bytes(second, 32), y: bytes(third, 32) })
    if (algorithm === -257 && isKind(4, 3))
      return onlyIfStrong(imported({ kty: 'RSA', n: bytes(first), e: bytes(second) }))
  } catch {}
  return undefined
}

/** Throws if the numbers are not a valid key, for instance a point that is not on its curve. */
const imported = (key: webcrypto.JsonWebKey) => createPublicKey({ key, format: 'jwk' })

function onlyIfStrong(key: KeyObject): KeyObject | undefined {
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {}
  // Above the upper bounds, a key is no safer, only slower to verify at every sign-in.
  const isExponent = publicExponent >= 3n && publicExponent < 2n ** 32n && publicExponent % 2n === 1n
  return modulusLength >= 2048 && modulusLength <= 8192 && isExponent ? key : undefined
}

const bytes = (value: unknown, length?: number) =>
  value instanceof Uint8Array && value.length === (length ?? value.length)
    ? Buffer.from(value).toString('base64url')
    : ''
