import { sign } from 'node:crypto'
import { der, hex, newCertificate, sequence } from '../network/certificate.ts'

// https://www.w3.org/TR/webauthn-3/#sctn-packed-attestation-cert-requirements
const names = [
  ['550406', 'SE'],
  ['55040a', 'Keys and Sons'],
  ['55040b', 'Authenticator Attestation'],
  ['550403', 'A batch of keys'],
] as const
const noAuthority = sequence(der(0x06, hex('551d13')), der(0x04, sequence()))

/** A manufacturer's key with a certificate that meets the standard in everything but a trusted root. */
export function newAttestationKey() {
  const { privateKey, certificate } = newCertificate(names, noAuthority)
  return { certificate, sign: (data: Uint8Array) => sign('sha256', data, privateKey) }
}
