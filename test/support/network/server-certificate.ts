import { isIPv4 } from 'node:net'
import { der, hex, newCertificate, sequence } from './certificate.ts'

/** A private key and a self-signed certificate for one host name or IPv4, both as PEM. */
export function newServerCertificate(host: string) {
  // RFC 5280 §4.2.1.6: an iPAddress, or a dNSName.
  const name = isIPv4(host)
    ? der(0x87, Buffer.from(host.split('.').map(Number)))
    : der(0x82, Buffer.from(host))
  const hostName = sequence(der(0x06, hex('551d11')), der(0x04, sequence(name)))
  const { privateKey, certificate } = newCertificate([['550403', host]], hostName)
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}
