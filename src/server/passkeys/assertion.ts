import { hash, verify } from 'node:crypto'
import { decodeCredentialPublicKey, parseAuthenticatorData } from '@simplewebauthn/server/helpers'
import type { Assertion } from '../../contract/passkey.ts'
import type { Config } from '../config.ts'
import type { ClientData } from './credential.ts'
import type { PasskeyRow } from './passkeys.ts'
import { readKey } from './public-key.ts'

/**
 * What is to be remembered of this use of a passkey, or nothing if it does not hold. WebAuthn §7.2, from step 12 on: the
 * challenge and the owner have been looked at. The library reads the bytes; Node verifies the signature, at once, where
 * the library would send it and its key through WebCrypto, which took a sixth of a whole sign-in.
 */
export function verifyAssertion(
  { origin, rpId }: Config['passkeys'],
  { response }: Assertion,
  clientData: ClientData,
  passkey: PasskeyRow,
): { signCount: number; synced: boolean } | undefined {
  try {
    const authenticatorData = bytesOf(response.authenticatorData)
    const { rpIdHash, flags, counter } = parseAuthenticatorData(authenticatorData)
    const holds =
      clientData.type === 'webauthn.get' &&
      clientData.origin === origin &&
      hash('sha256', rpId, 'buffer').equals(rpIdHash) &&
      flags.up &&
      flags.uv &&
      // What is backed up can be; and whether a credential can be never changes.
      (flags.be || !flags.bs) &&
      flags.be === (passkey.backup_eligible === 1) &&
      // A counter goes up, unless it has always been 0, as with synced passkeys. Otherwise there are two of the key.
      (counter > passkey.sign_count || (counter === 0 && passkey.sign_count === 0))
    if (!holds) return undefined
    const signed = Buffer.concat([
      authenticatorData,
      hash('sha256', bytesOf(response.clientDataJSON), 'buffer'),
    ])
    return isSigned(signed, bytesOf(response.signature), passkey.public_key)
      ? { signCount: counter, synced: flags.bs }
      : undefined
  } catch {
    // Bytes that cannot be read.
    return undefined
  }
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

function isSigned(data: Uint8Array, signature: Uint8Array, publicKey: string): boolean {
  const key = readKey(decodeCredentialPublicKey(bytesOf(publicKey)) as unknown as Map<unknown, unknown>)
  if (!key) return false
  // Ed25519 hashes by itself.
  return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', data, key, signature)
}
