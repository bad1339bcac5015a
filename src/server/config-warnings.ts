import { deflateRawSync } from 'node:zlib'
import type { Environment, Settings } from './config.ts'

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
    const meant = [...names].find((known) => isTypingError(name.toUpperCase(), known))
    const stem = name.replace(/_FILE$/, '')
    if (names.has(stem)) warnings.push(`${name} has no effect: ${stem} is no secret, and is set directly.`)
    else if (meant)
      warnings.push(`${name} is not a variable of Inboard, and has no effect. Is ${meant} meant?`)
    else if (ours.test(name)) warnings.push(`${name} is not a variable of Inboard, and has no effect.`)
  }
  return warnings
}

/** Short names are too much like others: PORT is close to SORT, HOST to POST. */
function isTypingError(name: string, known: string): boolean {
  if (known.length < 7 || Math.abs(name.length - known.length) > 2) return false
  return distance(name, known) <= (known.length < 9 ? 1 : 2)
}

/** How many characters have to be added, removed, replaced, or exchanged with their neighbour. */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    rows.push(current)
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isExchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isExchanged ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return at(one.length, other.length)
}
