import { base64Url, sha256 } from '../../support/authenticator/authenticator.ts'
import published from './webauthn-vectors.json' with { type: 'json' }

/** One ceremony: the browser's response and its contents. */
export interface Ceremony {
  response: Record<string, string>
  challenge: string
  isFramed: boolean
  userVerified: boolean
  backupEligible: boolean
}

export interface Vector {
  name: string
  id: string
  algorithm: string
  /** The kind of attestation: by a manufacturer, by the key itself, or none. */
  attestation: string
  publicKey: string
  registration: Ceremony
  authentication: Ceremony
}

const site = sha256(Buffer.from('example.org'))
const bytes = (text: string) => Buffer.from(text, 'base64url')

/** The test vectors of WebAuthn Level 3, §16.2 to §16.16, in the form in which a browser would send them. */
export const vectors: Vector[] = published.map(({ name, id, registration, authentication }) => {
  const [attestation = '', algorithm = ''] = name.split('.')
  const attested = bytes(registration.attestationObject)
  // The authenticator data is the last member of the attestation object, and ends with the key.
  const publicKey = attested.subarray(attested.lastIndexOf(bytes(id)) + bytes(id).length)
  return {
    name,
    id,
    algorithm,
    attestation,
    publicKey: base64Url(publicKey),
    registration: ceremony(registration, attested),
    authentication: ceremony(authentication, bytes(authentication.authenticatorData)),
  }
})

function ceremony(response: Ceremony['response'], data: Buffer): Ceremony {
  const { challenge, crossOrigin } = JSON.parse(bytes(response.clientDataJSON ?? '').toString())
  const flags = data[data.lastIndexOf(site) + site.length] ?? 0
  return {
    response,
    challenge,
    isFramed: crossOrigin,
    userVerified: (flags & 0x04) !== 0,
    backupEligible: (flags & 0x08) !== 0,
  }
}
