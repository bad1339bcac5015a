import { createPublicKey, type KeyObject, type webcrypto } from 'node:crypto'

/** Ed25519, ES256 and RS256, in order of preference. */
export const algorithms = [-8, -7, -257]

/**
 * A COSE key that can verify something, and does so only by the algorithm that it names: WebAuthn §5.8.5 leaves each
 * algorithm one kind of key. Nothing if it is no such key.
 */
export function readKey(key: Map<unknown, unknown>): KeyObject | undefined {
  const [type, algorithm, first, second, third] = [1, 3, -1, -2, -3].map((label) => key.get(label))
  // By size too: a member beyond those needed has no business here, the private half of the key least of all.
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

/** Throws where the numbers make no key, as with a point that is not on its curve. */
const imported = (key: webcrypto.JsonWebKey) => createPublicKey({ key, format: 'jwk' })

function onlyIfStrong(key: KeyObject): KeyObject | undefined {
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {}
  // Beyond the upper bounds there is no more safety, only more work for us at every sign-in.
  const isExponent = publicExponent >= 3n && publicExponent < 2n ** 32n && publicExponent % 2n === 1n
  return modulusLength >= 2048 && modulusLength <= 8192 && isExponent ? key : undefined
}

const bytes = (value: unknown, length?: number) =>
  value instanceof Uint8Array && value.length === (length ?? value.length)
    ? Buffer.from(value).toString('base64url')
    : ''
