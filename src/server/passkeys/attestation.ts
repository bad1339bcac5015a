import { verifyRegistrationResponse } from '@simplewebauthn/server'
import {
  type AttestationObject,
  decodeAttestationObject,
  decodeCredentialPublicKey,
  parseAuthenticatorData,
} from '@simplewebauthn/server/helpers'
import type { NewPasskey } from '../../contract/passkey.ts'
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
