import { generateKeyPairSync, sign } from 'node:crypto'

/** DER, as far as a certificate needs it: X.690. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const length = content.length < 0x80 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const hex = (text: string) => Buffer.from(text, 'hex')
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const ecdsaWithSha256 = sequence(der(0x06, hex('2a8648ce3d040302')))

// https://www.w3.org/TR/webauthn-3/#sctn-packed-attestation-cert-requirements
const name = (
  [
    ['550406', 'SE'],
    ['55040a', 'Keys and Sons'],
    ['55040b', 'Authenticator Attestation'],
    ['550403', 'A batch of keys'],
  ] as const
).map(([oid, text]) => der(0x31, sequence(der(0x06, hex(oid)), der(0x0c, Buffer.from(text)))))
const noAuthority = sequence(der(0x06, hex('551d13')), der(0x04, sequence()))

/** A maker's key with a certificate that meets every demand of the standard, save that nobody has reason to trust it. */
export function newAttestationKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signed = sequence(
    der(0xa0, der(0x02, hex('02'))),
    der(0x02, hex('01')),
    ecdsaWithSha256,
    sequence(...name),
    sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z'))),
    sequence(...name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(noAuthority)),
  )
  const certificate = sequence(
    signed,
    ecdsaWithSha256,
    der(0x03, hex('00'), sign('sha256', signed, privateKey)),
  )
  return { certificate, sign: (data: Uint8Array) => sign('sha256', data, privateKey) }
}
