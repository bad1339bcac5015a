import { der, hex, newCertificate, sequence } from './certificate.ts'

/** A private key and a self-signed certificate for one host name, both as PEM. */
export function newServerCertificate(host: string) {
  const hostName = sequence(der(0x06, hex('551d11')), der(0x04, sequence(der(0x82, Buffer.from(host)))))
  const { privateKey, certificate } = newCertificate([['550403', host]], hostName)
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}
