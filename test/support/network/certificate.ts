import { generateKeyPairSync, sign } from 'node:crypto'

/** A DER element (X.690), for lengths up to 65,535 bytes. */
export function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const length = content.length < 0x80 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
export const hex = (text: string) => Buffer.from(text, 'hex')
export const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const ecdsaWithSha256 = sequence(der(0x06, hex('2a8648ce3d040302')))

/** A key with a self-signed certificate for a subject of these names (OID and value), with one extension. */
export function newCertificate(
  names: readonly (readonly [oid: string, text: string])[],
  extension: Uint8Array,
) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const subject = sequence(
    ...names.map(([oid, text]) => der(0x31, sequence(der(0x06, hex(oid)), der(0x0c, Buffer.from(text))))),
  )
  const signed = sequence(
    der(0xa0, der(0x02, hex('02'))),
    der(0x02, hex('01')),
    ecdsaWithSha256,
    subject,
    sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z'))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  )
  const signature = der(0x03, hex('00'), sign('sha256', signed, privateKey))
  return { privateKey, certificate: sequence(signed, ecdsaWithSha256, signature) }
}
