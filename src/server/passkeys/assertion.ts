import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
import type { Assertion } from '../../contract/passkey.ts'
import type { Config } from '../config/config.ts'

/** What is stored of a passkey since its registration or last use. */
export interface StoredPasskey {
  public_key: string
  sign_count: number
  backup_eligible: number
}

/**
 * The values to store after this use of a passkey, or undefined if the assertion is invalid (WebAuthn §7.2).
 * In addition to the library's checks, a credential's backup eligibility must never change, and an ES256
 * signature must be canonical DER.
 */
export async function verifyAssertion(
  { origin, rpId }: Config['passkeys'],
  assertion: Assertion,
  challenge: string,
  passkey: StoredPasskey,
): Promise<{ signCount: number; synced: boolean } | undefined> {
  try {
    const publicKey = new Uint8Array(Buffer.from(passkey.public_key, 'base64url'))
    if (!isWellEncoded(assertion.response.signature, publicKey)) return undefined
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: { id: assertion.id, publicKey, counter: passkey.sign_count },
    })
    const { newCounter, credentialBackedUp, credentialDeviceType } = authenticationInfo
    const isEligible = credentialDeviceType === 'multiDevice'
    if (!verified || isEligible !== (passkey.backup_eligible === 1)) return undefined
    return { signCount: newCounter, synced: credentialBackedUp }
  } catch {
    // The library throws if a check fails or the data is unreadable.
    return undefined
  }
}

function isWellEncoded(signature: string, publicKey: Uint8Array<ArrayBuffer>): boolean {
  const algorithm = decodeCredentialPublicKey(publicKey).get(cose.COSEKEYS.alg)
  return algorithm !== cose.COSEALG.ES256 || isDerSignature(Buffer.from(signature, 'base64url'))
}

/**
 * True if the bytes are two positive integers in canonical DER (X.690 §8.3, §10.1), as WebAuthn §6.5.5
 * requires of an ECDSA signature. The library's reader also accepts longer encodings of the same numbers.
 */
export function isDerSignature(bytes: Uint8Array): boolean {
  const [tag, length] = bytes
  const end = endOfInteger(bytes, endOfInteger(bytes, 2))
  return tag === 0x30 && length === bytes.length - 2 && end === bytes.length
}

/** NaN if there is no positive integer in its shortest form. */
function endOfInteger(bytes: Uint8Array, start: number): number {
  const [tag, length = 0, first = 0, second = 0] = bytes.subarray(start, start + 4)
  const isPositive = first < 0x80
  // A leading zero is allowed only to keep the number positive.
  const isShortest = first > 0 || (length > 1 && second >= 0x80)
  return tag === 2 && length > 0 && isPositive && isShortest ? start + 2 + length : Number.NaN
}
