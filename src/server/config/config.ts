import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { delimiter, join, resolve } from 'node:path'
import { normaliseEmail } from '../common/email.ts'
import { kindOf } from '../common/files.ts'
import { warningsAbout } from './warnings.ts'

// The settings, as the variables say them. configure.ts adds what is created on this machine.

export interface Config {
  host: string
  port: number
  /** Without a trailing slash. */
  appUrl: string
  /** Its path, such as `/inboard`; empty at the root of a host. */
  basePath: string
  database: { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string }
  jwtSecret: string
  /** Former secrets. Tokens signed with them are still accepted. */
  jwtSecretPrevious: string[]
  sessionSeconds: number
  mail: MailConfig
  passkeys: { rpId: string; rpName: string; origin: string }
  maxProjects: number
  /** Per account, including the bin; 0 for no limit. */
  maxCards: number
  /** In bytes of UTF-8, per account, including the bin; 0 for no limit. */
  maxText: number
  /** The people who may join. A list has addresses, and domains that begin with an @. */
  registration: 'open' | 'closed' | string[]
  /** Links to one address, or requested by one account, before they are slowed down; 0 for no limit. */
  linksPerHour: number
  /** How long deleted items can be restored; 0 for not at all. */
  binDays: number
  /** Requests per minute from each client IP to the public endpoints; 0 for no limit. */
  authRateLimit: number
  /** Whether agents can connect themselves by OAuth. */
  oauth: boolean
  /** How many proxies in front of us are trusted to name the client's IP. */
  trustProxy: number
  /** How long requests are still served after a signal to stop, while `/readyz` is 503. */
  drainSeconds: number
  /** The token that `/metrics` requires. Without one it is open. */
  metricsToken: string | undefined
  logLevel: string
  /** How much of a client's IP is logged. */
  logAddresses: 'truncated' | 'full' | 'none'
  /** Probable mistakes, a sentence for each variable. */
  warnings: string[]
}

export type MailConfig = {
  from: string
} /** `authorities` are certificates that are trusted besides the usual ones. */ & (
  | { transport: 'smtp'; url: string; authorities?: string[] }
  | { transport: 'sendmail'; program: string }
  | { transport: 'log'; file: string; chosen: boolean }
)

/** The settings from the environment. */
export type Settings = Omit<Config, 'jwtSecret' | 'warnings'> & {
  /** Undefined if it is stored beside the SQLite file. */
  jwtSecret: string | undefined
}

/** All errors in the configuration, a sentence for each variable. */
export class ConfigError extends Error {
  readonly complaints: string[]
  constructor(complaints: string[]) {
    super(complaints.join('\n'))
    this.name = 'ConfigError'
    this.complaints = complaints
  }
}

export type Environment = Record<string, string | undefined>

/** Variables whose value may be in a file named by `<NAME>_FILE`, so that no process list shows it. */
export const secrets = ['JWT_SECRET', 'JWT_SECRET_PREVIOUS', 'DATABASE_URL', 'SMTP_URL', 'METRICS_TOKEN']

/** Reads the environment, and creates nothing. */
export function readConfig(environment: Environment): {
  settings: Settings
  complaints: string[]
  warnings: string[]
  /** The names of all variables. */
  names: Set<string>
} {
  const complaints: string[] = []
  /** Collects the names of all variables that are read, to recognise unknown ones. */
  const names = new Set(secrets.map((name) => `${name}_FILE`))

  /** A variable that is empty counts as not set. */
  const text = (name: string) => secret(name)?.trim() || undefined

  /** Not trimmed, and never shown in a complaint. */
  const secret = (name: string) => {
    names.add(name)
    return environment[name] || undefined
  }

  /** An invalid value yields the fallback, so that the other variables are checked too. */
  function read<T>(name: string, fallback: T, parse: (value: string) => T | undefined, allowed: string): T {
    const value = text(name)
    if (value === undefined) return fallback
    const parsed = parse(value)
    if (parsed !== undefined) return parsed
    complaints.push(complaintAbout(name, value, allowed))
    return fallback
  }
  const integer = (name: string, fallback: number, min: number, max: number) =>
    read(name, fallback, (value) => wholeNumber(value, min, max), `a whole number from ${min} to ${max}`)
  const oneOf = <T extends string>(name: string, fallback: T, allowed: readonly T[]) =>
    read(name, fallback, (value) => allowed.find((one) => one === value), `one of ${allowed.join(', ')}`)

  const host = read('HOST', '127.0.0.1', hostName, 'an IP address or a host name')
  const port = integer('PORT', 3000, 1, 65535)
  const appUrl = read(
    'APP_URL',
    // Without the port if it is 80, as in every URL that is read.
    new URL(`http://localhost:${port}`).origin,
    webUrl,
    'an http:// or https:// URL without a query',
  )
  const { hostname, origin } = new URL(appUrl)
  const basePath = appUrl.slice(origin.length)
  complaints.push(...complaintsAboutPath(basePath))

  const database = read<Config['database']>(
    'DATABASE_URL',
    { engine: 'sqlite', file: resolve('./data/inboard.db') },
    databaseUrl,
    databaseUrls,
  )

  function mail(): MailConfig {
    const from = read(
      'MAIL_FROM',
      `Inboard <no-reply@${hostname}>`,
      (value) => (sender.test(value) ? value : undefined),
      'an address, or a name and an <address>',
    )
    const url = read(
      'SMTP_URL',
      '',
      mailServer,
      'smtp://host:port or smtps://host:port, with user:password@ if needed (/, ? and # in them as %2F, %3F and %23)',
    )
    const caFile = text('SMTP_CA_FILE')
    const file = resolve(text('MAIL_LOG_FILE') ?? './data/mail.log')
    const transports = ['smtp', 'sendmail', 'log', 'unset'] as const
    const chosen = oneOf('MAIL_TRANSPORT', 'unset', transports.slice(0, 3))
    const isGiven = text('SMTP_URL') || text('SMTP_URL_FILE')
    if (chosen === 'smtp' || (chosen === 'unset' && isGiven)) {
      if (!isGiven)
        complaints.push(
          'SMTP_URL is required with MAIL_TRANSPORT=smtp: smtp://host:port or smtps://host:port.',
        )
      return {
        transport: 'smtp',
        from,
        url,
        ...(caFile && { authorities: readAuthorities(caFile, complaints) }),
      }
    }
    const program = findSendmail(environment.PATH)
    if (chosen !== 'log' && program) return { transport: 'sendmail', from, program }
    if (chosen === 'sendmail')
      complaints.push(
        'MAIL_TRANSPORT is "sendmail", but this machine has no sendmail program. Install one, or use smtp.',
      )
    if (chosen === 'unset' && environment.NODE_ENV === 'production')
      complaints.push(
        'MAIL_TRANSPORT is required with NODE_ENV=production, because this machine has no sendmail program. Use smtp with an SMTP_URL (or log, if you mean it).',
      )
    return { transport: 'log', from, file, chosen: chosen === 'log' }
  }

  function registration(): Config['registration'] {
    const value = text('REGISTRATION') ?? 'open'
    if (value === 'open' || value === 'closed') return value
    const items = value.split(',').filter((item) => item.trim())
    const wrong = items.length > 0 ? items.find((item) => !listed(item)) : value
    if (wrong !== undefined)
      complaints.push(
        `REGISTRATION must be open, closed, or a list such as "ada@example.com, @example.org"; it has "${wrong.trim()}".`,
      )
    return items.flatMap((item) => listed(item) ?? [])
  }

  const jwtSecret = secret('JWT_SECRET')
  const previous = secret('JWT_SECRET_PREVIOUS')
  const metricsToken = text('METRICS_TOKEN')
  const settings: Settings = {
    host,
    port,
    appUrl,
    basePath,
    database,
    jwtSecret,
    jwtSecretPrevious: previous ? [previous] : [],
    sessionSeconds: read(
      'SESSION_TTL',
      30 * 86_400,
      duration,
      'a time from 1 second to 10 years, such as 30d, 12h, 90m or plain seconds',
    ),
    mail: mail(),
    passkeys: {
      rpId: read(
        'WEBAUTHN_RP_ID',
        hostname,
        (value) => (hostname === value || hostname.endsWith(`.${value}`) ? value : undefined),
        `the host of APP_URL (${hostname}) or a parent domain of it`,
      ),
      rpName: text('WEBAUTHN_RP_NAME') ?? 'Inboard',
      origin,
    },
    maxProjects: integer('MAX_PROJECTS', 100, 1, 1_000_000),
    maxCards: integer('MAX_CARDS', 10_000, 0, 1_000_000_000),
    maxText: read(
      'MAX_TEXT',
      8_000_000,
      (value) => amount(value, bytesIn),
      'an amount such as 8MB, 500kB or plain bytes, or 0 for no limit',
    ),
    registration: registration(),
    linksPerHour: integer('LINKS_PER_HOUR', 10, 0, 1000),
    binDays: integer('BIN_DAYS', 30, 0, 36_500),
    authRateLimit: integer('AUTH_RATE_LIMIT', 60, 0, 1_000_000),
    oauth: oneOf('OAUTH', 'on', ['on', 'off']) === 'on',
    trustProxy: integer('TRUST_PROXY', 0, 0, 100),
    drainSeconds: integer('DRAIN_SECONDS', 0, 0, 3600),
    metricsToken,
    logLevel: oneOf('LOG_LEVEL', 'info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    logAddresses: oneOf('LOG_ADDRESSES', 'truncated', ['truncated', 'full', 'none']),
  }

  for (const [name, value] of Object.entries({ JWT_SECRET: jwtSecret, JWT_SECRET_PREVIOUS: previous }))
    if (value && Buffer.byteLength(value) < 32)
      complaints.push(`${name} must be at least 32 bytes; it has ${Buffer.byteLength(value)}.`)
  if (metricsToken && !/^[\w.~+/-]{16,}=*$/.test(metricsToken)) {
    complaints.push('METRICS_TOKEN must have at least 16 characters, only letters, digits and -._~+/=.')
  }
  if (!jwtSecret && !text('JWT_SECRET_FILE') && database.engine === 'postgres') {
    complaints.push('JWT_SECRET is required with PostgreSQL: at least 32 bytes, the same for every instance.')
  }
  return { settings, complaints, warnings: warningsAbout(environment, settings, names), names }
}

/** Hides everything before an @: it may contain a password. */
export const complaintAbout = (name: string, value: string, allowed: string) =>
  `${name} must be ${allowed}; it is "${value.replace(/.*@/s, '…@')}".`

/** True if a password has a character that ends the host, so that its beginning was taken for a port. */
const isTorn = ({ username, pathname, search, hash }: URL, withQuery: boolean) =>
  username === '' && `${pathname}${hash}${withQuery ? search : ''}`.includes('@')

function wholeNumber(value: string, min: number, max: number) {
  const number = Number(value)
  return /^\d+$/.test(value) && number >= min && number <= max ? number : undefined
}

const hostName = (value: string) => (isIP(value) || /^[a-z0-9_.-]+$/i.test(value) ? value : undefined)

export const databaseUrls = 'sqlite:FILE or postgres://user:password@host/database'

export function databaseUrl(value: string): Config['database'] | undefined {
  if (/^postgres(?:ql)?:\/\//.test(value)) {
    const url = URL.parse(value)
    // libpq accepts several hosts; we need one endpoint that leads to the primary (docs/operating.md).
    return url && !url.host.includes(',') && !isTorn(url, false)
      ? { engine: 'postgres', url: value }
      : undefined
  }
  if (!/^sqlite:(?!:memory:).+/.test(value)) return undefined
  return { engine: 'sqlite', file: resolve(value.slice('sqlite:'.length)) }
}

function webUrl(value: string) {
  const url = URL.parse(value)
  const plain =
    url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password
  return plain ? url.href.replace(/\/+$/, '') : undefined
}

const sender = /^(?:[^\r\n@<>]*<[^\s@<>,;]+@[^\s@<>,;]+>|[^\s@<>,;]+@[^\s@<>,;]+)$/

function mailServer(value: string) {
  const url = URL.parse(value)
  return url?.hostname && /^smtps?:$/.test(url.protocol) && !isTorn(url, true) ? value : undefined
}

function readAuthorities(file: string, complaints: string[]): string[] {
  try {
    const text = readFileSync(file, 'utf8')
    const certificates = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
    if (certificates.length === 0) throw new Error(`there is none in ${file}`)
    // Throws if it is not a certificate.
    for (const certificate of certificates) new X509Certificate(certificate)
    return certificates
  } catch (error) {
    complaints.push(`SMTP_CA_FILE must be a file with certificates (PEM): ${(error as Error).message}.`)
    return []
  }
}

function findSendmail(path = '') {
  const folders = [...path.split(delimiter).filter(Boolean), '/usr/sbin', '/usr/lib']
  return folders.map((folder) => join(folder, 'sendmail')).find((file) => kindOf(file) === 'program')
}

/** Undefined if it is neither an address nor a domain. */
function listed(text: string): string | undefined {
  const item = text.trim()
  try {
    // A domain is checked as part of an address, and then cut off again.
    return item.startsWith('@') ? normaliseEmail(`x${item}`).slice(1) : normaliseEmail(item)
  } catch {
    return undefined
  }
}

const secondsIn = { s: 1, m: 60, h: 3600, d: 86_400 }
const bytesIn = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 }

/** `'8MB'` → 8,000,000. */
function amount(value: string, units: Record<string, number>) {
  const [, digits, unit = ''] = /^(\d{1,12})\s*([a-z]*)$/i.exec(value) ?? []
  const number = Number(digits) * (unit ? (units[unit.toLowerCase()] ?? Number.NaN) : 1)
  return Number.isSafeInteger(number) ? number : undefined
}

function duration(value: string) {
  const seconds = amount(value, secondsIn) ?? 0
  return seconds >= 1 && seconds <= 10 * 366 * secondsIn.d ? seconds : undefined
}

/** Paths that Inboard, or programs that look for it, expect directly below the host. Under such a path, requests would be ambiguous. */
const reserved = [
  '.well-known',
  'api',
  'calendar',
  'docs',
  'healthz',
  'mcp',
  'metrics',
  'oauth',
  'openapi.json',
  'readyz',
  'sw.js',
]

/**
 * Proxies, browsers and the names of what browsers store must all agree on a path, so it has only what nobody encodes, folds or
 * normalises.
 */
const plainPath = /^(?:\/[a-z0-9][a-z0-9._~-]*)*$/

/** Complaints about the path of `APP_URL`. */
function complaintsAboutPath(path: string): string[] {
  const [, first = ''] = path.split('/')
  if (reserved.includes(first.toLowerCase()))
    return [
      `APP_URL has the path ${path}, but Inboard itself uses /${first}. Choose another path, such as /inboard.`,
    ]
  if (plainPath.test(path)) return []
  return [
    `APP_URL has the path ${path}. Each part of it must begin with a letter or digit and have only lower-case letters, digits, and -._~.`,
  ]
}
