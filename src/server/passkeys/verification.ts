import { hash, type KeyObject, verify } from 'node:crypto'
import { decodeCBOR } from '@levischuck/tiny-cbor'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { type AttestationObject, parseAuthenticatorData } from '@simplewebauthn/server/helpers'
import type { Assertion, NewPasskey } from '../../contract/passkey.ts'
import type { Config } from '../config/config.ts'
import { algorithms, readKey } from './public-key.ts'

type Credential = NewPasskey['credential']

// Twice what the longest id, the largest key and its signature need. Anything larger is refused unread.
const largestAttestation = 8 * 1024

/** The values to store of a new credential, or undefined if it is not acceptable (WebAuthn §7.1). */
export async function verifyAttestation({ passkeys }: Config, credential: Credential, challenge: string) {
  try {
    if (!isAcceptable(credential)) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} } as Parameters<
        typeof verifyRegistrationResponse
      >[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: passkeys.origin,
      expectedRPID: passkeys.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return undefined
    return {
      credentialId: registrationInfo.credential.id,
      publicKey: Buffer.from(registrationInfo.credential.publicKey).toString('base64url'),
      signCount: registrationInfo.credential.counter,
      backupEligible: registrationInfo.credentialDeviceType === 'multiDevice',
      synced: registrationInfo.credentialBackedUp,
    }
  } catch {
    return undefined
  }
}

/**
 * Checks that the library does not make. They come first, so that no input reaches its certificate parsers:
 * we ask for no attestation, and would trust none.
 */
function isAcceptable({ id, response }: Credential): boolean {
  const bytes = new Uint8Array(Buffer.from(response.attestationObject, 'base64url'))
  if (bytes.length > largestAttestation) return false
  // Throws unless the bytes are exactly one item. The library's way accepts truncated strings, and ignores trailing bytes.
  const attestation = decodeCBOR(bytes) as unknown as AttestationObject
  const authData = attestation.get('authData')
  const { credentialID, credentialPublicKey, extensionsDataBuffer } = parseAuthenticatorData(authData)
  if (!credentialID || !credentialPublicKey) return false

  // The library skips bytes that it does not understand, so the parts that it has read must add up to the whole.
  const parts = [
    authData.subarray(0, 55),
    credentialID,
    credentialPublicKey,
    extensionsDataBuffer ?? new Uint8Array(),
  ]
  const isWhole = Buffer.concat(parts).equals(authData)

  const key = decodeKey(credentialPublicKey)
  return (
    isWhole &&
    credentialID.length <= 1023 &&
    Buffer.from(credentialID).toString('base64url') === id &&
    readKey(key) !== undefined &&
    isUnattested(attestation, key.get(3))
  )
}

const decodeKey = (bytes: Uint8Array<ArrayBuffer>) => decodeCBOR(bytes) as unknown as Map<unknown, unknown>

/** Either no attestation (WebAuthn §8.7), or self-attestation with the algorithm of the key (§8.2). */
function isUnattested(attestation: AttestationObject, algorithm: unknown): boolean {
  const [format, statement] = [attestation.get('fmt'), attestation.get('attStmt')]
  if (format === 'none') return statement.size === 0
  return format === 'packed' && statement.size === 2 && statement.get('alg') === algorithm
}

/** A passkey as it was stored at its registration or last use. */
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
    const key = readKey(decodeKey(publicKey))
    if (!key || !isSigned(assertion, key)) return undefined
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

/**
 * Asks OpenSSL, which takes an ES256 signature only in canonical DER, as WebAuthn §6.5.5 requires. The library's reader
 * also accepts longer encodings of the same numbers.
 */
function isSigned({ response }: Assertion, key: KeyObject): boolean {
  const [authenticatorData, clientData, signature] = [
    Buffer.from(response.authenticatorData, 'base64url'),
    Buffer.from(response.clientDataJSON, 'base64url'),
    Buffer.from(response.signature, 'base64url'),
  ]
  const signed = Buffer.concat([authenticatorData, hash('sha256', clientData, 'buffer')])
  return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', signed, key, signature)
}
