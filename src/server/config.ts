import { randomBytes, randomUUID } from 'node:crypto'
import {
  accessSync,
  appendFileSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { isIP } from 'node:net'
import { delimiter, dirname, join, resolve } from 'node:path'

export interface Config {
  host: string
  port: number
  /** With no slash at its end. */
  appUrl: string
  database: { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string }
  jwtSecret: string
  sessionSeconds: number
  mail: MailConfig
  passkeys: { rpId: string; rpName: string; origin: string }
  maxProjects: number
  /** Requests a minute for each client address on the public endpoints; 0 is no limit. */
  authRateLimit: number
  /** How many proxies in front of us tell the truth about client addresses. */
  trustProxy: number
  logLevel: string
}

export type MailConfig = { from: string } & (
  | { transport: 'smtp'; url: string }
  | { transport: 'sendmail'; program: string }
  | { transport: 'log'; file: string; chosen: boolean }
)

/** Everything that is wrong with the environment, a sentence for each variable. */
export class ConfigError extends Error {
  readonly complaints: string[]
  constructor(complaints: string[]) {
    super(complaints.join('\n'))
    this.name = 'ConfigError'
    this.complaints = complaints
  }
}

type Environment = Record<string, string | undefined>

export function readConfig(environment: Environment): Config {
  const complaints: string[] = []

  /** A variable that is set to nothing counts as not set. */
  const text = (name: string) => environment[name]?.trim() || undefined

  /** A complaint still yields the fallback, so that the rest can be read and complained about too. */
  function read<T>(name: string, fallback: T, parse: (value: string) => T | undefined, allowed: string): T {
    const value = text(name)
    if (value === undefined) return fallback
    const parsed = parse(value)
    if (parsed !== undefined) return parsed
    // What stands before an @ may be a password.
    complaints.push(`${name} must be ${allowed}; it is "${value.replace(/.*@/s, '…@')}".`)
    return fallback
  }
  const integer = (name: string, fallback: number, min: number, max: number) =>
    read(name, fallback, (value) => wholeNumber(value, min, max), `a whole number from ${min} to ${max}`)
  const oneOf = <T extends string>(name: string, fallback: T, allowed: readonly T[]) =>
    read(name, fallback, (value) => allowed.find((one) => one === value), `one of ${allowed.join(', ')}`)

  const host = read('HOST', '127.0.0.1', hostName, 'an IP address or the name of a host')
  const port = integer('PORT', 3000, 1, 65535)
  const appUrl = read(
    'APP_URL',
    `http://localhost:${port}`,
    webAddress,
    'an http:// or https:// address with no query',
  )
  const { hostname, origin } = new URL(appUrl)

  const database = read<Config['database']>(
    'DATABASE_URL',
    { engine: 'sqlite', file: resolve('./data/inboard.db') },
    databaseAddress,
    '"sqlite:" and the path of a file, or postgres://user:password@host/database',
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
      undefined,
      mailServer,
      'smtp://host:port or smtps://host:port, with user:password@ if needed',
    )
    const program = findSendmail(environment.PATH)
    const chosen =
      text('MAIL_TRANSPORT') && oneOf('MAIL_TRANSPORT', 'log', ['smtp', 'sendmail', 'log'] as const)

    if (chosen === 'smtp') {
      if (!text('SMTP_URL'))
        complaints.push('SMTP_URL is needed with MAIL_TRANSPORT=smtp: smtp://host:port or smtps://host:port.')
      return { transport: 'smtp', from, url: url ?? '' }
    }
    if (chosen === 'log') return { transport: 'log', from, file: mailLog(), chosen: true }
    if (program) return { transport: 'sendmail', from, program }
    if (chosen === 'sendmail') {
      complaints.push(
        'MAIL_TRANSPORT is "sendmail", but this machine has no sendmail program. Install one, or use smtp.',
      )
    } else if (environment.NODE_ENV === 'production') {
      complaints.push(
        'MAIL_TRANSPORT is needed with NODE_ENV=production, because this machine has no sendmail program: smtp with an SMTP_URL (or, knowingly, log).',
      )
    }
    return { transport: 'log', from, file: mailLog(), chosen: false }
  }

  /** Opened now, because nobody would look for a link that could not be written down. */
  function mailLog() {
    const mailFile = resolve(text('MAIL_LOG_FILE') ?? './data/mail.log')
    try {
      mkdirSync(dirname(mailFile), { recursive: true })
      appendFileSync(mailFile, '', { mode: 0o600 })
    } catch (error) {
      complaints.push(`MAIL_LOG_FILE must be a file that can be written: ${(error as Error).message}.`)
    }
    return mailFile
  }

  const config: Config = {
    host,
    port,
    appUrl,
    database,
    jwtSecret: '',
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
        `the host of APP_URL (${hostname}) or a domain that it lies in`,
      ),
      rpName: text('WEBAUTHN_RP_NAME') ?? 'Inboard',
      origin,
    },
    maxProjects: integer('MAX_PROJECTS', 100, 1, 1_000_000),
    authRateLimit: integer('AUTH_RATE_LIMIT', 60, 0, 1_000_000),
    trustProxy: integer('TRUST_PROXY', 0, 0, 100),
    logLevel: oneOf('LOG_LEVEL', 'info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  }

  // Not through text(): a secret is taken as it is, and never shown in a complaint.
  const secret = environment.JWT_SECRET
  if (secret && Buffer.byteLength(secret) < 32) {
    complaints.push(`JWT_SECRET must be at least 32 bytes; it has ${Buffer.byteLength(secret)}.`)
  }
  if (!secret && database.engine === 'postgres') {
    complaints.push('JWT_SECRET is needed with PostgreSQL, the same for every copy: at least 32 bytes.')
  }
  if (complaints.length > 0) throw new ConfigError(complaints)
  const folder = database.engine === 'sqlite' ? dirname(database.file) : ''
  return { ...config, jwtSecret: secret || keptSecret(join(folder, 'jwt-secret')) }
}

function wholeNumber(value: string, min: number, max: number) {
  const number = Number(value)
  return /^\d+$/.test(value) && number >= min && number <= max ? number : undefined
}

const hostName = (value: string) => (isIP(value) || /^[a-z0-9_.-]+$/i.test(value) ? value : undefined)

export function databaseAddress(value: string): Config['database'] | undefined {
  if (/^postgres(?:ql)?:\/\//.test(value))
    return URL.canParse(value) ? { engine: 'postgres', url: value } : undefined
  if (!/^sqlite:(?!:memory:).+/.test(value)) return undefined
  const file = resolve(value.slice('sqlite:'.length))
  return kindOf(file) === 'folder' ? undefined : { engine: 'sqlite', file }
}

function webAddress(value: string) {
  const url = URL.parse(value)
  const plain =
    url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password
  return plain ? url.href.replace(/\/+$/, '') : undefined
}

const sender = /^(?:[^\r\n@<>]*<[^\s@<>,;]+@[^\s@<>,;]+>|[^\s@<>,;]+@[^\s@<>,;]+)$/

function mailServer(value: string) {
  const url = URL.parse(value)
  return url?.hostname && /^smtps?:$/.test(url.protocol) ? value : undefined
}

const secondsIn = { s: 1, m: 60, h: 3600, d: 86_400 }

function duration(value: string) {
  const [, digits, unit = 's'] = /^(\d+)([smhd])?$/.exec(value) ?? []
  const seconds = Number(digits) * secondsIn[unit as keyof typeof secondsIn]
  return seconds >= 1 && seconds <= 10 * 366 * 86_400 ? seconds : undefined
}

function findSendmail(path = '') {
  const folders = [...path.split(delimiter).filter(Boolean), '/usr/sbin', '/usr/lib']
  return folders.map((folder) => join(folder, 'sendmail')).find((file) => kindOf(file) === 'program')
}

/** What is there as far as we may see. */
function kindOf(path: string): 'folder' | 'program' | undefined {
  try {
    if (statSync(path).isDirectory()) return 'folder'
    accessSync(path, constants.X_OK)
    return 'program'
  } catch {
    return undefined
  }
}

/** Made once, readable by us alone. */
function keptSecret(file: string): string {
  try {
    if (!existsSync(file)) makeSecret(file)
    const secret = readFileSync(file, 'utf8').trim()
    if (Buffer.byteLength(secret) >= 32) return secret
  } catch (error) {
    throw new ConfigError([
      `JWT_SECRET is not set, and none could be kept in ${file}: ${(error as Error).message}.`,
    ])
  }
  throw new ConfigError([`JWT_SECRET is not set, and the one kept in ${file} is shorter than 32 bytes.`])
}

/** Linked into place whole, so that two processes starting together agree on one. */
function makeSecret(file: string) {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}
