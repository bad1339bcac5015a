import { hkdfSync } from 'node:crypto'
import { base64Url, sha256 } from '../../support/authenticator.ts'
import { type Cbor, cbor, object } from '../../support/authenticator-cbor.ts'
import { type VectorAlgorithm, type VectorKey, vectorKey } from './webauthn-keys.ts'

/**
 * The test vectors of WebAuthn Level 3, §16. They are not copied but made anew by the rule that it gives:
 * whatever is random is drawn by HKDF-SHA-256 from one phrase, in order, and signatures are deterministic.
 */
interface Kind {
  /** By this name its numbers are drawn. */
  name: string
  algorithm: VectorAlgorithm
  framed?: 'crossOrigin' | 'topOrigin'
  idLength?: number
  challengeLength?: number
  attestation: 'none' | 'self' | Certified
}

type Certified = 'packed' | 'tpm' | 'android-key' | 'apple' | 'fido-u2f'

export const kinds: Kind[] = [
  { name: 'none.ES256', algorithm: 'ES256', attestation: 'none' },
  { name: 'packed-self.ES256', algorithm: 'ES256', attestation: 'self' },
  { name: 'none.ES256.crossOrigin', algorithm: 'ES256', attestation: 'none', framed: 'crossOrigin' },
  { name: 'none.ES256.topOrigin', algorithm: 'ES256', attestation: 'none', framed: 'topOrigin' },
  { name: 'none.ES256.long-credential-id', algorithm: 'ES256', attestation: 'none', idLength: 1023 },
  { name: 'packed.ES256', algorithm: 'ES256', attestation: 'packed' },
  { name: 'packed.ES384', algorithm: 'ES384', attestation: 'packed' },
  { name: 'packed.ES512', algorithm: 'ES512', attestation: 'packed', challengeLength: 128 },
  { name: 'packed.RS256', algorithm: 'RS256', attestation: 'packed' },
  { name: 'packed.EdDSA', algorithm: 'EdDSA', attestation: 'packed' },
  { name: 'packed.Ed448', algorithm: 'Ed448', attestation: 'packed' },
  { name: 'tpm.ES256', algorithm: 'ES256', attestation: 'tpm' },
  { name: 'android-key.ES256', algorithm: 'ES256', attestation: 'android-key' },
  { name: 'apple.ES256', algorithm: 'ES256', attestation: 'apple' },
  { name: 'fido-u2f.ES256', algorithm: 'ES256', attestation: 'fido-u2f' },
]

/** What a browser would send in one ceremony, in bytes, and the flags in its authenticator data. */
interface Ceremony {
  challenge: Buffer
  clientDataJSON: Buffer
  flags: number
}

export interface Vector {
  kind: Kind
  credentialId: Buffer
  cose: Buffer
  registration: Ceremony & { attestationObject: Buffer }
  authentication: Ceremony & { authenticatorData: Buffer; signature: Buffer }
}

export const userVerified = 0x04
export const backupEligible = 0x08
const backedUp = 0x10

const keyLengths: Record<VectorAlgorithm, number> = {
  ES256: 32,
  ES384: 48,
  ES512: 65,
  RS256: 0,
  EdDSA: 32,
  Ed448: 57,
}
/** What is drawn for a certificate before the second ceremony: a key and a number, or a number alone. */
const drawnForCertificate: Record<Kind['attestation'], number> = {
  none: 0,
  self: 0,
  packed: 2,
  tpm: 2,
  'android-key': 1,
  apple: 1,
  'fido-u2f': 2,
}

export function vectorOf(kind: Kind): Vector {
  const { name, algorithm, attestation, framed, idLength = 32, challengeLength = 32 } = kind
  let drawn = 0
  const draw = (length: number) =>
    Buffer.from(hkdfSync('sha256', 'WebAuthn test vectors', Buffer.from([drawn++]), name, length))

  const nextText = (length: number) => base64Url(draw(length))

  function clientData(type: string, challenge: Buffer): Buffer {
    const isExtended = ((draw(1)[0] ?? 0) & 1) === 1
    const extraData = () =>
      `clientDataJSON may be extended with additional fields in the future, such as this: ${nextText(16)}`
    const data = {
      type,
      challenge: base64Url(challenge),
      origin: 'https://example.org',
      crossOrigin: framed !== undefined,
      ...(framed === 'topOrigin' && { topOrigin: 'https://example.com' }),
      ...(isExtended && { extraData: extraData() }),
    }
    return Buffer.from(JSON.stringify(data))
  }
  const authData = (flags: number, attested = Buffer.alloc(0)) =>
    Buffer.concat([sha256(Buffer.from('example.org')), Buffer.from([flags, 0, 0, 0, 0]), attested])

  const challenge = draw(challengeLength)
  const length = keyLengths[algorithm]
  const key = vectorKey(algorithm, length === 0 ? Buffer.alloc(0) : draw(length))
  const cose = cbor(key.cose)
  const created = clientData('webauthn.create', challenge)
  const aaguid = draw(16)
  const credentialId = draw(idLength)
  const some = attestation === 'fido-u2f' ? 0 : (draw(1)[0] ?? 0) & (userVerified | backupEligible | backedUp)
  const flags = 0x41 | (some & backupEligible ? some : some & ~backedUp)
  const size = Buffer.from([idLength >> 8, idLength & 0xff])
  const data = authData(flags, Buffer.concat([aaguid, size, credentialId, cose]))
  const attestationObject = cbor(attested(attestation, key, data, created))
  for (let left = drawnForCertificate[attestation]; left > 0; left--) draw(16)

  const second = draw(challengeLength)
  const used = clientData('webauthn.get', second)
  const later = (draw(1)[0] ?? 0) & (userVerified | backedUp)
  const laterFlags = 0x01 | (flags & backupEligible) | (flags & backupEligible ? later : later & ~backedUp)
  const authenticatorData = authData(laterFlags)
  return {
    kind,
    credentialId,
    cose,
    registration: { challenge, clientDataJSON: created, flags, attestationObject },
    authentication: {
      challenge: second,
      clientDataJSON: used,
      flags: laterFlags,
      authenticatorData,
      signature: key.sign(Buffer.concat([authenticatorData, sha256(used)])),
    },
  }
}

/**
 * The certificates of makers are not made anew: something else stands in their place. Such a credential is
 * refused by the kind of its statement, before anybody reads what is in it.
 */
function attested(
  attestation: Kind['attestation'],
  key: VectorKey,
  authData: Buffer,
  clientData: Buffer,
): Cbor {
  if (attestation === 'none') return object({ fmt: 'none', attStmt: new Map(), authData })
  const alg = key.cose.get(3) ?? 0
  const sig = key.sign(Buffer.concat([authData, sha256(clientData)]))
  if (attestation === 'self') return object({ fmt: 'packed', attStmt: object({ alg, sig }), authData })
  return object({ fmt: attestation, attStmt: object({ alg, sig, x5c: [Buffer.alloc(300)] }), authData })
}
