import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
import type { Assertion } from '../../contract/passkey.ts'
import type { Config } from '../config/config.ts'
import { isDerSignature } from './der.ts'

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
