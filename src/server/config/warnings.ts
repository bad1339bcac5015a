import { deflateRawSync } from 'node:zlib'
import { isLoopbackHost } from '../../contract/plain/loopback.ts'
import { closest } from '../common/near-misses.ts'
import type { Environment, Settings } from './config.ts'

/**
 * Probable mistakes that do not keep the server from starting, a sentence for each variable. `names` are the
 * known variables.
 */
export function warningsAbout(environment: Environment, settings: Settings, names: Set<string>): string[] {
  return [
    ...aboutUrl(environment, settings),
    ...aboutSecrets(settings),
    ...aboutMail(settings),
    ...aboutUnknown(environment, names),
  ]
}

function aboutUrl({ NODE_ENV, APP_URL }: Environment, { appUrl, host }: Settings): string[] {
  const warnings: string[] = []
  const { protocol, hostname } = new URL(appUrl)
  const isProduction = NODE_ENV === 'production'
  if (isProduction && !APP_URL?.trim())
    warnings.push(
      `APP_URL is not set, so emailed links lead to ${appUrl}. Set it to the URL that people open.`,
    )
  else if (isProduction && protocol === 'http:')
    warnings.push(
      `APP_URL is ${appUrl}: without https, anyone on the network can read links and sessions, and passkeys work only on localhost.`,
    )
  else if (!isLoopbackHost(host) && isLoopbackHost(hostname))
    warnings.push(
      `HOST is ${host}, so other machines may reach this server, but APP_URL is ${appUrl}, which only this machine can open. Set APP_URL to the URL that people open.`,
    )
  return warnings
}

/** Least compressed size of a good secret. 36 times the same letter compress to 4 bytes. */
const fewestBytes = 20

function aboutSecrets({ jwtSecret, jwtSecretPrevious }: Settings): string[] {
  const isWeak = (secret: string) => deflateRawSync(secret, { level: 9 }).length < fewestBytes
  const weak = [
    ...(jwtSecret && isWeak(jwtSecret) ? ['JWT_SECRET'] : []),
    ...(jwtSecretPrevious.some(isWeak) ? ['JWT_SECRET_PREVIOUS'] : []),
  ]
  return weak.map(
    (name) =>
      `${name} is easy to guess: anyone who does can sign in as anybody. Use a random one: openssl rand -base64 32`,
  )
}

/** RFC 8314: TLS from the start on 465, and only after a greeting on the others. */
const portsOf: Record<string, string[]> = { 'smtp:': ['465'], 'smtps:': ['25', '587'] }

function aboutMail({ mail }: Settings): string[] {
  const url = mail.transport === 'smtp' ? URL.parse(mail.url) : null
  if (!url || !portsOf[url.protocol]?.includes(url.port)) return []
  const [given, other] = url.protocol === 'smtp:' ? ['smtp', 'smtps'] : ['smtps', 'smtp']
  return [`SMTP_URL is ${given}:// with port ${url.port}, where mail servers usually speak ${other}://.`]
}

/** Prefixes that only Inboard uses. */
const ours = /^(?:INBOARD|JWT|LINKS|MAIL|REGISTRATION|SMTP|TRUST|WEBAUTHN)_/

/** Variables that Kubernetes adds for a service named `inboard`, `smtp` or `mail`. */
const ofServices = /_SERVICE_(?:HOST|PORT)|_PORT_\d+_(?:TCP|UDP)/
const isOfService = (name: string, value: string) => ofServices.test(name) || /^(?:tcp|udp):\/\//.test(value)

function aboutUnknown(environment: Environment, names: Set<string>): string[] {
  const warnings: string[] = []
  for (const [name, value = ''] of Object.entries(environment)) {
    if (names.has(name) || !value.trim() || isOfService(name, value)) continue
    // Short names have too many neighbours: PORT is close to SORT, HOST to POST.
    const meant = closest(name.toUpperCase(), [...names], 7)
    const stem = name.replace(/_FILE$/, '')
    if (names.has(stem)) warnings.push(`${name} has no effect: ${stem} is not a secret. Set it directly.`)
    else if (meant)
      warnings.push(`${name} is not an Inboard variable and has no effect. Did you mean ${meant}?`)
    else if (ours.test(name)) warnings.push(`${name} is not an Inboard variable and has no effect.`)
  }
  return warnings
}
