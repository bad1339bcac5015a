import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import {
  type AttestationObject,
  cose,
  decodeAttestationObject,
  decodeCredentialPublicKey,
  parseAuthenticatorData,
} from '@simplewebauthn/server/helpers'
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
  if (bytes.length > largestAttestation || !isOneItem(bytes)) return false
  const attestation = decodeAttestationObject(bytes)
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

  const key = decodeCredentialPublicKey(credentialPublicKey) as unknown as Map<unknown, unknown>
  const algorithm = key.get(3)
  return (
    isWhole &&
    credentialID.length <= 1023 &&
    Buffer.from(credentialID).toString('base64url') === id &&
    readKey(key) !== undefined &&
    isUnattested(attestation, algorithm)
  )
}

/** Either no attestation (WebAuthn §8.7), or self-attestation with the algorithm of the key (§8.2). */
function isUnattested(attestation: AttestationObject, algorithm: unknown): boolean {
  const [format, statement] = [attestation.get('fmt'), attestation.get('attStmt')]
  if (format === 'none') return statement.size === 0
  return format === 'packed' && statement.size === 2 && statement.get('alg') === algorithm
}

const deepest = 16

/**
 * True if the bytes are exactly one CBOR item (RFC 8949 §3) with definite lengths. The library's reader
 * accepts truncated strings and ignores trailing bytes.
 */
function isOneItem(bytes: Uint8Array): boolean {
  try {
    return endOfItem(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), 0, deepest) === bytes.length
  } catch {
    return false
  }
}

/** Throws a RangeError if the bytes run out, as reading beyond the end of a Buffer does. */
function endOfItem(bytes: Buffer, start: number, depth: number): number {
  const head = bytes.readUInt8(start)
  const [kind, info] = [head >> 5, head & 31]
  if (info > 27 || depth === 0) throw new RangeError('not a definite length, or too deep')
  const size = info < 24 ? 0 : 2 ** (info - 24)
  const argument =
    size === 0
      ? info
      : size === 8
        ? Number(bytes.readBigUInt64BE(start + 1))
        : bytes.readUIntBE(start + 1, size)
  let end = start + 1 + size
  // Byte and text strings, then arrays, maps and tags, which contain further items. Everything else is in the head.
  if (kind === 2 || kind === 3) end += argument
  const items = kind === 4 ? argument : kind === 5 ? 2 * argument : kind === 6 ? 1 : 0
  for (let item = 0; item < items; item++) end = endOfItem(bytes, end, depth - 1)
  if (end > bytes.length) throw new RangeError('ends too early')
  return end
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
