import { deflateRawSync } from 'node:zlib'
import type { Environment, Settings } from './config.ts'
import { closest } from './near-misses.ts'

/**
 * What is probably a mistake, but keeps nothing from running: a sentence for each variable. `names` are the variables that
 * we know.
 */
export function warningsAbout(environment: Environment, settings: Settings, names: Set<string>): string[] {
  return [...aboutUrl(environment, settings), ...aboutSecrets(settings), ...aboutUnknown(environment, names)]
}

function aboutUrl({ NODE_ENV, APP_URL }: Environment, { appUrl }: Settings): string[] {
  const warnings: string[] = []
  const { protocol, pathname } = new URL(appUrl)
  const isProduction = NODE_ENV === 'production'
  if (isProduction && !APP_URL?.trim())
    warnings.push(
      `APP_URL is not set, so emailed links lead to ${appUrl}. Set it to the URL that people open.`,
    )
  else if (isProduction && protocol === 'http:')
    warnings.push(
      `APP_URL is ${appUrl}: without https, links and sessions can be read on their way, and passkeys work on localhost alone.`,
    )
  if (pathname !== '/')
    warnings.push(`APP_URL has the path ${pathname}, but the web app works only at the root of a host.`)
  return warnings
}

/** Of what a good secret contains. Repetitions compress away: 36 times the same letter leaves 4 bytes. */
const fewestBytes = 20

function aboutSecrets({ jwtSecret, jwtSecretPrevious }: Settings): string[] {
  const isWeak = (secret: string) => deflateRawSync(secret, { level: 9 }).length < fewestBytes
  const weak = [
    ...(jwtSecret && isWeak(jwtSecret) ? ['JWT_SECRET'] : []),
    ...(jwtSecretPrevious.some(isWeak) ? ['JWT_SECRET_PREVIOUS'] : []),
  ]
  return weak.map(
    (name) =>
      `${name} is easy to guess, and whoever does can sign in as anybody. Use a random one, such as \`openssl rand -base64 32\` makes.`,
  )
}

/** Nothing else uses names that begin with these. */
const ours = /^(?:INBOARD|JWT|LINKS|MAIL|REGISTRATION|SMTP|TRUST|WEBAUTHN)_/

/** What Kubernetes adds by itself for a service that is called `inboard`, `smtp` or `mail`. */
const ofServices = /_SERVICE_(?:HOST|PORT)|_PORT_\d+_(?:TCP|UDP)/
const isOfService = (name: string, value: string) => ofServices.test(name) || /^(?:tcp|udp):\/\//.test(value)

function aboutUnknown(environment: Environment, names: Set<string>): string[] {
  const warnings: string[] = []
  for (const [name, value = ''] of Object.entries(environment)) {
    if (names.has(name) || !value.trim() || isOfService(name, value)) continue
    // Short names are too much like others: PORT is close to SORT, HOST to POST.
    const meant = closest(name.toUpperCase(), [...names], 7)
    const stem = name.replace(/_FILE$/, '')
    if (names.has(stem)) warnings.push(`${name} has no effect: ${stem} is no secret, and is set directly.`)
    else if (meant)
      warnings.push(`${name} is not a variable of Inboard, and has no effect. Is ${meant} meant?`)
    else if (ours.test(name)) warnings.push(`${name} is not a variable of Inboard, and has no effect.`)
  }
  return warnings
}
