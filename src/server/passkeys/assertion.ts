import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
import type { Assertion } from '../../contract/passkey.ts'
import type { Config } from '../config.ts'
import { isDerSignature } from './der.ts'

/** What was stored of the passkey when it was registered, or last used. */
export interface StoredPasskey {
  public_key: string
  sign_count: number
  backup_eligible: number
}

/**
 * What is to be stored of this use of a passkey, or nothing if the assertion does not hold (WebAuthn §7.2). The library
 * verifies it. Beyond that we insist on what it leaves to us: that a credential's eligibility for backup never changes,
 * and that an ES256 signature has its one DER form.
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
    // The library throws where something does not hold, or cannot be read.
    return undefined
  }
}

function isWellEncoded(signature: string, publicKey: Uint8Array<ArrayBuffer>): boolean {
  const algorithm = decodeCredentialPublicKey(publicKey).get(cose.COSEKEYS.alg)
  return algorithm !== cose.COSEALG.ES256 || isDerSignature(Buffer.from(signature, 'base64url'))
}
