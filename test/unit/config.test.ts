import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Config, ConfigError, readConfig } from '../../src/server/config.ts'
import { configure } from '../../src/server/configure.ts'
import { newServerCertificate } from '../support/network/server-certificate.ts'

const top = mkdtempSync(join(tmpdir(), 'inboard-'))
afterAll(() => rmSync(top, { recursive: true }))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(top, 'test-'))
})

type Environment = Record<string, string>

function read(environment: Environment = {}): Config {
  return configure({
    DATABASE_URL: `sqlite:${join(folder, 'inboard.db')}`,
    MAIL_TRANSPORT: 'log',
    MAIL_LOG_FILE: join(folder, 'mail.log'),
    ...environment,
  })
}

function complaints(environment: Environment): string[] {
  try {
    read(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.complaints
    throw error
  }
  return []
}

const day = 86_400

describe('a good value is taken', () => {
  test.each<[name: string, value: string, of: (config: Config) => unknown, expected: unknown]>([
    ['HOST', '', ({ host }) => host, '127.0.0.1'],
    ['HOST', '0.0.0.0', ({ host }) => host, '0.0.0.0'],
    ['HOST', '::1', ({ host }) => host, '::1'],
    ['HOST', 'localhost', ({ host }) => host, 'localhost'],
    ['HOST', 'board_1.example.com', ({ host }) => host, 'board_1.example.com'],

    ['PORT', '', ({ port }) => port, 3000],
    ['PORT', ' 8080 ', ({ port }) => port, 8080],
    ['PORT', '1', ({ port }) => port, 1],
    ['PORT', '65535', ({ port }) => port, 65_535],

    ['APP_URL', '', ({ appUrl }) => appUrl, 'http://localhost:3000'],
    ['PORT', '4000', ({ appUrl }) => appUrl, 'http://localhost:4000'],
    ['APP_URL', 'https://inboard.example.com', ({ appUrl }) => appUrl, 'https://inboard.example.com'],
    ['APP_URL', 'https://example.com/', ({ appUrl }) => appUrl, 'https://example.com'],
    ['APP_URL', 'HTTPS://Example.COM/boards//', ({ appUrl }) => appUrl, 'https://example.com/boards'],
    ['APP_URL', 'https://example.com:8443/x', ({ passkeys }) => passkeys.origin, 'https://example.com:8443'],

    ['SESSION_TTL', '', ({ sessionSeconds }) => sessionSeconds, 30 * day],
    ['SESSION_TTL', '90m', ({ sessionSeconds }) => sessionSeconds, 5400],
    ['SESSION_TTL', '12h', ({ sessionSeconds }) => sessionSeconds, 12 * 3600],
    ['SESSION_TTL', '7d', ({ sessionSeconds }) => sessionSeconds, 7 * day],
    ['SESSION_TTL', '45s', ({ sessionSeconds }) => sessionSeconds, 45],
    ['SESSION_TTL', '3600', ({ sessionSeconds }) => sessionSeconds, 3600],
    ['SESSION_TTL', '1', ({ sessionSeconds }) => sessionSeconds, 1],

    ['MAIL_FROM', '', ({ mail }) => mail.from, 'Inboard <no-reply@localhost>'],
    [
      'APP_URL',
      'https://board.example.com:8443',
      ({ mail }) => mail.from,
      'Inboard <no-reply@board.example.com>',
    ],
    ['MAIL_FROM', 'ada@example.com', ({ mail }) => mail.from, 'ada@example.com'],
    ['MAIL_FROM', '<ada@example.com>', ({ mail }) => mail.from, '<ada@example.com>'],
    ['MAIL_FROM', '"Ada, Inc." <ada@example.com>', ({ mail }) => mail.from, '"Ada, Inc." <ada@example.com>'],

    ['WEBAUTHN_RP_ID', '', ({ passkeys }) => passkeys.rpId, 'localhost'],
    ['APP_URL', 'https://a.example.com:444/x', ({ passkeys }) => passkeys.rpId, 'a.example.com'],
    ['WEBAUTHN_RP_ID', 'localhost', ({ passkeys }) => passkeys.rpId, 'localhost'],
    ['WEBAUTHN_RP_NAME', '', ({ passkeys }) => passkeys.rpName, 'Inboard'],
    ['WEBAUTHN_RP_NAME', 'Our boards', ({ passkeys }) => passkeys.rpName, 'Our boards'],

    ['MAX_PROJECTS', '', ({ maxProjects }) => maxProjects, 100],
    ['MAX_PROJECTS', '1', ({ maxProjects }) => maxProjects, 1],
    ['MAX_CARDS', '', ({ maxCards }) => maxCards, 10_000],
    ['MAX_CARDS', '0', ({ maxCards }) => maxCards, 0],
    ['MAX_TEXT', '', ({ maxText }) => maxText, 8_000_000],
    ['MAX_TEXT', '0', ({ maxText }) => maxText, 0],
    ['MAX_TEXT', '100', ({ maxText }) => maxText, 100],
    ['MAX_TEXT', '500kB', ({ maxText }) => maxText, 500_000],
    ['MAX_TEXT', '20 mb', ({ maxText }) => maxText, 20_000_000],
    ['MAX_TEXT', '2GB', ({ maxText }) => maxText, 2_000_000_000],
    ['REGISTRATION', '', ({ registration }) => registration, 'open'],
    ['REGISTRATION', ' closed ', ({ registration }) => registration, 'closed'],
    ['LINKS_PER_HOUR', '', ({ linksPerHour }) => linksPerHour, 10],
    ['LINKS_PER_HOUR', '0', ({ linksPerHour }) => linksPerHour, 0],
    ['AUTH_RATE_LIMIT', '', ({ authRateLimit }) => authRateLimit, 60],
    ['AUTH_RATE_LIMIT', '0', ({ authRateLimit }) => authRateLimit, 0],
    ['TRUST_PROXY', '', ({ trustProxy }) => trustProxy, 0],
    ['TRUST_PROXY', '2', ({ trustProxy }) => trustProxy, 2],
    ['DRAIN_SECONDS', '', ({ drainSeconds }) => drainSeconds, 0],
    ['DRAIN_SECONDS', '3600', ({ drainSeconds }) => drainSeconds, 3600],
    ['METRICS_TOKEN', '', ({ metricsToken }) => metricsToken, undefined],
    ['METRICS_TOKEN', 'AZaz09-._~+/wxyz==', ({ metricsToken }) => metricsToken, 'AZaz09-._~+/wxyz=='],
    ['LOG_LEVEL', '', ({ logLevel }) => logLevel, 'info'],
    ['LOG_LEVEL', 'silent', ({ logLevel }) => logLevel, 'silent'],
    ['LOG_ADDRESSES', '', ({ logAddresses }) => logAddresses, 'truncated'],
    ['LOG_ADDRESSES', 'full', ({ logAddresses }) => logAddresses, 'full'],
    ['LOG_ADDRESSES', 'none', ({ logAddresses }) => logAddresses, 'none'],
  ])('%s=%s', (name, value, of, expected) => {
    expect(of(read({ [name]: value }))).toBe(expected)
  })

  test('a list of those who may join is kept in the form that addresses have', () => {
    const { registration } = read({ REGISTRATION: ' Ada@Example.com,@BÜCHER.example ,, ' })
    expect(registration).toEqual(['ada@example.com', '@xn--bcher-kva.example'])
  })

  test('a relying party may be a domain that the host lies in', () => {
    const { passkeys } = read({ APP_URL: 'https://board.example.com', WEBAUTHN_RP_ID: 'example.com' })
    expect(passkeys).toEqual({ rpId: 'example.com', rpName: 'Inboard', origin: 'https://board.example.com' })
  })

  test('the path after "sqlite:" is absolute, or relative to where the server is started', () => {
    const absolute = join(folder, 'deep/er/x.db')
    expect(read({ DATABASE_URL: `sqlite:${absolute}` }).database).toEqual({
      engine: 'sqlite',
      file: absolute,
    })
    expect(read({ DATABASE_URL: `sqlite://${absolute}` }).database).toEqual({
      engine: 'sqlite',
      file: absolute,
    })
    const { database } = read({ DATABASE_URL: 'sqlite:./data/x.db', JWT_SECRET: 's'.repeat(32) })
    expect(database).toEqual({ engine: 'sqlite', file: join(process.cwd(), 'data/x.db') })
  })
})

test('what the environment says is read without touching any file', () => {
  const { settings, complaints } = readConfig({
    DATABASE_URL: `sqlite:${join(folder, 'deep/inboard.db')}`,
    MAIL_LOG_FILE: join(folder, 'deep/mail.log'),
  })
  expect(complaints).toEqual([])
  expect(settings.jwtSecret).toBeUndefined()
  expect(settings.mail).toMatchObject({ transport: 'unset', file: join(folder, 'deep/mail.log') })
  expect(readdirSync(folder)).toEqual([])
})

describe('PostgreSQL', () => {
  const url = 'postgres://inboard:sesame@db.example.com/inboard'

  test('needs a secret, because its instances must agree on one', () => {
    expect(complaints({ DATABASE_URL: url })).toEqual([
      expect.stringMatching(/^JWT_SECRET is needed with PostgreSQL/),
    ])
  })

  test('is known by either name', () => {
    const jwt = { JWT_SECRET: 's'.repeat(32) }
    expect(read({ DATABASE_URL: url, ...jwt }).database).toEqual({ engine: 'postgres', url })
    const longer = url.replace('postgres:', 'postgresql:')
    expect(read({ DATABASE_URL: longer, ...jwt }).database).toEqual({ engine: 'postgres', url: longer })
  })
})

describe('a bad value is named, with what is allowed', () => {
  const number = (from: number, to: number) => `a whole number from ${from} to ${to}`
  const port = number(1, 65_535)
  const host = 'an IP or the name of a host'
  const url = 'an http:// or https:// URL with no query'
  const database = '"sqlite:" and the path of a file, or postgres://user:password@host/database'
  const time = 'a time from 1 second to 10 years, such as 30d, 12h, 90m or plain seconds'
  const size = 'an amount such as 8MB, 500kB or plain bytes, or 0 for no limit'
  const sender = 'an address, or a name and an <address>'
  const server = 'smtp://host:port or smtps://host:port, with user:password@ if needed'
  const levels = 'one of fatal, error, warn, info, debug, trace, silent'
  const relyingParty = 'the host of APP_URL (localhost) or a domain that it lies in'

  test.each([
    ...['http://localhost', 'a b', 'local/host', ':3000'].map((value) => ['HOST', value, host]),
    ...['0', '65536', '-1', '3000.5', '0x10', '1e3', 'http', '3000 4000'].map((value) => [
      'PORT',
      value,
      port,
    ]),
    ...[
      'localhost:3000',
      'ftp://example.com',
      'https://',
      'https://example.com/?a=1',
      'https://example.com/#a',
    ].map((value) => ['APP_URL', value, url]),
    ...['inboard.db', 'sqlite:', 'sqlite::memory:', 'mysql:x', 'file:x.db', 'sqlite:/'].map((value) => [
      'DATABASE_URL',
      value,
      database,
    ]),
    ...['0', '0d', '-1', '30 d', '30D', '1w', '1.5h', 'forever', '3661d', '9'.repeat(400)].map((value) => [
      'SESSION_TTL',
      value,
      time,
    ]),
    ...['log,smtp', 'LOG', 'mailgun'].map((value) => ['MAIL_TRANSPORT', value, 'one of smtp, sendmail, log']),
    ...['Inboard', 'Inboard <>', 'a b'].map((value) => ['MAIL_FROM', value, sender]),
    ...['example.com:25', 'http://example.com', 'smtp://', 'smtp://example.com:99999'].map((value) => [
      'SMTP_URL',
      value,
      server,
    ]),
    ...['example.com', 'ocalhost', 'http://localhost', 'localhost:3000', 'x.localhost'].map((value) => [
      'WEBAUTHN_RP_ID',
      value,
      relyingParty,
    ]),
    ...['0', '-1', '1000001', 'many'].map((value) => ['MAX_PROJECTS', value, number(1, 1_000_000)]),
    ...['-1', '1.5', 'all'].map((value) => ['MAX_CARDS', value, number(0, 1_000_000_000)]),
    ...['-1', '8MiB', '1.5MB', 'MB', 'all', '999999999999GB'].map((value) => ['MAX_TEXT', value, size]),
    ...['-1', '1001', 'x'].map((value) => ['LINKS_PER_HOUR', value, number(0, 1000)]),
    ...['-1', '1.5', 'off'].map((value) => ['AUTH_RATE_LIMIT', value, number(0, 1_000_000)]),
    ...['true', '-1', '101', '10.0.0.1'].map((value) => ['TRUST_PROXY', value, number(0, 100)]),
    ...['-1', '3601', '10s'].map((value) => ['DRAIN_SECONDS', value, number(0, 3600)]),
    ...['loud', 'INFO', '30'].map((value) => ['LOG_LEVEL', value, levels]),
    ...['some', 'FULL', '0'].map((value) => ['LOG_ADDRESSES', value, 'one of truncated, full, none']),
  ] as [string, string, string][])('%s=%s', (name, value, allowed) => {
    expect(complaints({ [name]: value })).toEqual([`${name} must be ${allowed}; it is "${value}".`])
  })

  test.each([
    ['MAIL_FROM', 'ada@example.com, bob@example.com'],
    ['MAIL_FROM', 'Ada <ada@example.com> <bob@example.com>'],
    ['MAIL_FROM', 'ada@example.com\r\nBcc: eve@example.com'],
    ['MAIL_FROM', 'Ada\nBcc: eve@example.com\n<ada@example.com>'],
    ['APP_URL', 'https://ada:sesame@example.com'],
    ['DATABASE_URL', 'mysql://inboard:sesame@db.example.com/inboard'],
    ['DATABASE_URL', 'postgres://inboard:sesame@db.example.com:port/inboard'],
    ['SMTP_URL', 'https://ada:ses@me/sesame@example.com'],
    ['SMTP_URL', 'smtp//ada:sesame@example.com'],
  ])('%s=%j, without showing what may be a password', (name, value) => {
    const [complaint, ...more] = complaints({ [name]: value })
    expect(complaint).toMatch(new RegExp(`^${name} must be .*; it is "…@`, 's'))
    expect(complaint).not.toContain('sesame')
    expect(more).toEqual([])
  })

  test.each([
    ['all', 'all'],
    ['Open', 'Open'],
    ['open, ada@example.com', 'open'],
    ['ada@example.com, example.org', 'example.org'],
    ['@example.org, @', '@'],
    ['@example', '@example'],
    ['Ada <ada@example.com>', 'Ada <ada@example.com>'],
    [',', ','],
  ])('REGISTRATION=%s, with what is wrong in it', (value, wrong) => {
    expect(complaints({ REGISTRATION: value })).toEqual([
      `REGISTRATION must be open, closed, or a list such as "ada@example.com, @example.org"; it has "${wrong}".`,
    ])
  })

  test('a place where no file can be is one too', () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(complaints({ MAIL_LOG_FILE: join(file, 'mail.log') })).toEqual([
      expect.stringMatching(/^MAIL_LOG_FILE must be a file that can be written: .+\.$/),
    ])
    expect(complaints({ DATABASE_URL: `sqlite:${join(file, 'inboard.db')}` })).toEqual([
      expect.stringMatching(/^JWT_SECRET is not set, and none could be kept in .+\/file\/jwt-secret: .+\.$/),
    ])
  })

  test('all of them are named at once, and then nothing is made', () => {
    const bad = {
      HOST: '-/-',
      PORT: 'x',
      APP_URL: 'x',
      DATABASE_URL: 'x',
      SESSION_TTL: 'x',
      MAIL_FROM: 'x',
      SMTP_URL: 'x',
      MAIL_TRANSPORT: 'x',
      WEBAUTHN_RP_ID: 'x',
      MAX_PROJECTS: 'x',
      REGISTRATION: 'x',
      LINKS_PER_HOUR: 'x',
      AUTH_RATE_LIMIT: 'x',
      TRUST_PROXY: 'x',
      DRAIN_SECONDS: 'x',
      LOG_LEVEL: 'x',
      LOG_ADDRESSES: 'x',
      JWT_SECRET: 'x',
    }
    const named = complaints(bad).map((complaint) => complaint.split(' ')[0])
    expect(named.toSorted()).toEqual(Object.keys(bad).toSorted())
    expect(readdirSync(folder)).not.toContain('jwt-secret')
  })
})

test.each(['sesame', 'fifteen-letters', 'sixteen or more letters', `${'x'.repeat(20)}"`])(
  'a METRICS_TOKEN that is too short or cannot be sent is refused without being shown: %s',
  (token) => {
    expect(complaints({ METRICS_TOKEN: token })).toEqual([
      'METRICS_TOKEN must be at least 16 characters that a bearer token may have: letters, digits and -._~+/=.',
    ])
  },
)

describe('the session secret', () => {
  test.each([
    ['31 bytes', 'x'.repeat(31), 31],
    ['31 bytes in 16 characters', `${'ü'.repeat(15)}x`, 31],
    ['one byte', 'x', 1],
  ])('of %s is refused without being shown', (_what, secret, bytes) => {
    expect(complaints({ JWT_SECRET: secret })).toEqual([
      `JWT_SECRET must be at least 32 bytes; it has ${bytes}.`,
    ])
  })

  test.each([
    ['32 bytes', 'x'.repeat(32)],
    ['32 bytes in 16 characters', 'ü'.repeat(16)],
    ['32 bytes in 8 characters', '🔑'.repeat(8)],
    ['spaces around', ` ${'x'.repeat(40)} `],
  ])('of %s is taken as it is', (_what, secret) => {
    expect(read({ JWT_SECRET: secret }).jwtSecret).toBe(secret)
    expect(readdirSync(folder)).not.toContain('jwt-secret')
  })

  test('that is not given is made once, kept beside the database, and readable by its owner alone', () => {
    const { jwtSecret } = read()
    const file = join(folder, 'jwt-secret')
    expect(Buffer.byteLength(jwtSecret)).toBeGreaterThanOrEqual(32)
    expect(readFileSync(file, 'utf8').trim()).toBe(jwtSecret)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(read({ JWT_SECRET: '' }).jwtSecret).toBe(jwtSecret)
    expect(readdirSync(folder).filter((name) => name.startsWith('jwt-secret'))).toEqual(['jwt-secret'])
  })

  test('that was kept but is too short is refused without being shown', () => {
    writeFileSync(join(folder, 'jwt-secret'), 'sesame\n')
    const [complaint, ...more] = complaints({})
    expect(complaint).toMatch(/^JWT_SECRET is not set, and the one kept in .+ is shorter than 32 bytes\.$/)
    expect(complaint).not.toContain('sesame')
    expect(more).toEqual([])
  })
})

describe('a secret in a file', () => {
  const long = 'the secret that is kept in a file of its own'
  const url = 'smtps://ada:sesame@mail.example.com'
  const fileWith = (content: string) => {
    const file = join(mkdtempSync(join(folder, 'secret-')), 'file')
    writeFileSync(file, content)
    return file
  }

  test.each([
    [long, long],
    [`${long}\n`, long],
    [`${long}\r\n`, long],
    [`${long}\n\n`, `${long}\n`],
    [` ${long} \n`, ` ${long} `],
  ])('is %j less one newline at its end', (content, expected) => {
    expect(read({ JWT_SECRET_FILE: fileWith(content), JWT_SECRET: '' }).jwtSecret).toBe(expected)
  })

  test('may be any that has a secret in it', () => {
    const database = 'postgres://inboard:sesame@db.example.com/inboard'
    const config = read({
      DATABASE_URL: '',
      DATABASE_URL_FILE: fileWith(`${database}\n`),
      JWT_SECRET_FILE: fileWith(long),
      MAIL_TRANSPORT: 'smtp',
      SMTP_URL_FILE: fileWith(`${url}\n`),
      METRICS_TOKEN_FILE: fileWith('sixteen-or-more-characters\n'),
    })
    expect(config.database).toEqual({ engine: 'postgres', url: database })
    expect(config.jwtSecret).toBe(long)
    expect(config.mail).toMatchObject({ transport: 'smtp', url })
    expect(config.metricsToken).toBe('sixteen-or-more-characters')
    expect(config.warnings).toEqual([])
  })

  test.each([
    ['JWT_SECRET', long],
    ['JWT_SECRET_PREVIOUS', long],
    ['DATABASE_URL', 'sqlite:./data/x.db'],
    ['SMTP_URL', url],
    ['METRICS_TOKEN', 'sixteen-or-more-characters'],
  ])('and %s itself are not both set', (name, value) => {
    const both = { [name]: value, [`${name}_FILE`]: fileWith(value) }
    expect(complaints(both)).toEqual([`${name} and ${name}_FILE are both set: set one of them.`])
  })

  test('is complained of once if it cannot be read or is empty, and never shown', () => {
    const none = join(folder, 'none')
    const postgres = 'postgres://inboard@db.example.com/inboard'
    expect(complaints({ DATABASE_URL: postgres, JWT_SECRET_FILE: none })).toEqual([
      expect.stringMatching(/^JWT_SECRET_FILE must be a file that can be read: ENOENT.+\/none'\.$/),
    ])
    const empty = fileWith(' \n')
    expect(complaints({ MAIL_TRANSPORT: 'smtp', SMTP_URL_FILE: empty })).toEqual([
      `SMTP_URL_FILE must be a file with a value in it; ${empty} is empty.`,
    ])
    expect(complaints({ JWT_SECRET_FILE: folder })).toEqual([
      expect.stringMatching(/^JWT_SECRET_FILE must be a file that can be read: EISDIR/),
    ])
    expect(complaints({ JWT_SECRET_FILE: fileWith('sesame') })).toEqual([
      'JWT_SECRET must be at least 32 bytes; it has 6.',
    ])
  })
})

describe('an authority for the mail server', () => {
  const smtp = { MAIL_TRANSPORT: 'smtp', SMTP_URL: 'smtps://mail.example.com' }
  const file = () => join(folder, 'ca.pem')

  test('is read from its file, with whatever is around the certificates', () => {
    const certificates = ['a.example.com', 'b.example.com'].map(
      (host) => newServerCertificate(host).certificate,
    )
    writeFileSync(file(), `# ours\n${certificates.join('\nand\n')}`)
    expect(read({ ...smtp, SMTP_CA_FILE: file() }).mail).toMatchObject({
      authorities: certificates.map((certificate) => certificate.trim()),
    })
  })

  test.each([
    ['', /there is none in .+ca\.pem\.$/],
    ['sesame', /there is none in .+ca\.pem\.$/],
    ['-----BEGIN CERTIFICATE-----\nc2VzYW1l\n-----END CERTIFICATE-----\n', /.+\.$/],
    [undefined, /ENOENT.+\.$/],
  ])('that is none is complained of: %j', (content, reason) => {
    if (content !== undefined) writeFileSync(file(), content)
    const [complaint, ...more] = complaints({ ...smtp, SMTP_CA_FILE: file() })
    expect(complaint).toMatch(/^SMTP_CA_FILE must be a file with certificates \(PEM\): /)
    expect(complaint).toMatch(reason)
    expect(more).toEqual([])
  })
})

describe('what is probably a mistake is warned of, and works', () => {
  const production = { NODE_ENV: 'production', APP_URL: 'https://board.example.com' }
  const warnings = (environment: Environment) => read(environment).warnings
  const about = (environment: Environment) => warnings(environment).map((warning) => warning.split(' ')[0])

  test.each<[what: string, environment: Environment, named: string[]]>([
    ['https', production, []],
    ['http', { ...production, APP_URL: 'http://board.example.com' }, ['APP_URL']],
    ['http on this machine', { ...production, APP_URL: 'http://localhost:3000' }, ['APP_URL']],
    ['none', { NODE_ENV: 'production' }, ['APP_URL']],
    ['an empty one', { ...production, APP_URL: ' ' }, ['APP_URL']],
    ['a path', { ...production, APP_URL: 'https://example.com/boards' }, ['APP_URL']],
    ['http and a path', { ...production, APP_URL: 'http://example.com/boards' }, ['APP_URL', 'APP_URL']],
    ['a slash', { ...production, APP_URL: 'https://example.com/' }, []],
    ['none, while developing', {}, []],
    ['http, while developing', { APP_URL: 'http://localhost:4000' }, []],
  ])('a URL for production: %s', (_what, environment, named) => {
    expect(about(environment)).toEqual(named)
  })

  test.each([
    'a'.repeat(36),
    'ab'.repeat(30),
    'changeme'.repeat(5),
    'secretsecretsecretsecretsecretsecret',
    '0123456789'.repeat(4),
    '1'.repeat(1000),
  ])('the secret %s', (JWT_SECRET) => {
    const [warning = '', ...more] = warnings({ JWT_SECRET })
    expect(warning).toMatch(/^JWT_SECRET is easy to guess/)
    expect(warning).not.toContain(JWT_SECRET)
    expect(more).toEqual([])
  })

  test('the secret before, too', () => {
    expect(warnings({ JWT_SECRET_PREVIOUS: 'b'.repeat(36) })).toEqual([
      expect.stringMatching(/^JWT_SECRET_PREVIOUS is easy to guess/),
    ])
  })

  test('a file for what is no secret', () => {
    expect(warnings({ MAX_CARDS_FILE: '/run/secrets/cards' })).toEqual([
      'MAX_CARDS_FILE has no effect: MAX_CARDS is no secret, and is set directly.',
    ])
  })

  test('but not a random secret, in whatever form', () => {
    for (let time = 0; time < 200; time++) {
      const bytes = randomBytes(32)
      for (const encoding of ['hex', 'base64', 'base64url'] as const)
        expect(warnings({ JWT_SECRET: bytes.toString(encoding) })).toEqual([])
      expect(warnings({ JWT_SECRET: bytes.subarray(16).toString('hex') })).toEqual([])
    }
    expect(warnings({ JWT_SECRET: 'the secret of every instance in this test run' })).toEqual([])
  })

  test.each([
    ['APP_URI', 'APP_URL'],
    ['APPURL', 'APP_URL'],
    ['App_Url', 'APP_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['LINK_PER_HOUR', 'LINKS_PER_HOUR'],
    ['MAX_PROJECT', 'MAX_PROJECTS'],
    ['TRUST_POXRY', 'TRUST_PROXY'],
    ['LOG_ADDRESS', 'LOG_ADDRESSES'],
    ['REGISTRATON', 'REGISTRATION'],
    ['JWT_SECRETS', 'JWT_SECRET'],
    ['SMTP_CAFILE', 'SMTP_CA_FILE'],
    ['DATABASE_URL_FIEL', 'DATABASE_URL_FILE'],
  ])('%s, which looks like %s', (name, meant) => {
    expect(warnings({ [name]: 'x' })).toEqual([
      `${name} is not a variable of Inboard, and has no effect. Is ${meant} meant?`,
    ])
  })

  test.each([
    'SMTP_HOST',
    'SMTP_PASSWORD',
    'MAIL_HOST',
    'WEBAUTHN_ORIGIN',
    'JWT_EXPIRY',
    'INBOARD_PORT',
    'TRUST_PROXIES',
  ])('%s, whose name begins as ours do', (name) => {
    expect(warnings({ [name]: 'x' })).toEqual([`${name} is not a variable of Inboard, and has no effect.`])
  })

  test('but none of what environments usually have', () => {
    const usual =
      'PATH HOME USER LOGNAME SHELL TERM LANG LC_ALL PWD OLDPWD SHLVL HOSTNAME TZ EDITOR MAIL MAILCHECK MAILTO _ ' +
      'NODE_ENV NODE_OPTIONS NODE_COMPILE_CACHE NODE_EXTRA_CA_CERTS npm_config_cache npm_lifecycle_event INIT_CWD CI ' +
      'POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB PGHOST PGPORT PGPASSWORD PGUSER PGDATABASE DATABASE_HOST ' +
      'HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY http_proxy SSH_CONNECTION SSH_AUTH_SOCK XDG_SESSION_ID XDG_RUNTIME_DIR ' +
      'SESSION_MANAGER DBUS_SESSION_BUS_ADDRESS JOURNAL_STREAM INVOCATION_ID LISTEN_FDS NOTIFY_SOCKET CREDENTIALS_DIRECTORY ' +
      'KUBERNETES_SERVICE_HOST KUBERNETES_PORT INBOARD_SERVICE_HOST INBOARD_SERVICE_PORT_HTTP SMTP_PORT_25_TCP_ADDR ' +
      'POSTS HOSTS SORT COST TEST_DATABASE_URL TEST_BROWSER'
    const environment = Object.fromEntries(usual.split(' ').map((name) => [name, 'x']))
    expect(
      warnings({ ...environment, INBOARD_PORT: 'tcp://10.0.0.1:3000', SMTP_HOST: '', NODE_ENV: 'test' }),
    ).toEqual([])
    expect(warnings(process.env as Environment)).toEqual([])
  })
})

describe('the way mail goes', () => {
  // sendmail is looked for in these places too, whatever PATH is.
  const machineHasSendmail = ['/usr/sbin/sendmail', '/usr/lib/sendmail'].some((file) => {
    try {
      return statSync(file).isFile()
    } catch {
      return false
    }
  })

  function folderWithSendmail() {
    const program = join(folder, 'bin/sendmail')
    mkdirSync(join(folder, 'bin'))
    writeFileSync(program, '#!/bin/sh\n')
    chmodSync(program, 0o755)
    return { program, path: join(folder, 'bin') }
  }

  const unset = { MAIL_TRANSPORT: '' }

  test('unset, it is the sendmail program of the machine, in production too', () => {
    const { program, path } = folderWithSendmail()
    const PATH = `:${join(folder, 'nothing-here')}:${path}`
    for (const NODE_ENV of ['', 'production']) {
      expect(read({ ...unset, PATH, NODE_ENV }).mail).toEqual({
        transport: 'sendmail',
        from: 'Inboard <no-reply@localhost>',
        program,
      })
    }
  })

  test('what is called sendmail but cannot be run is passed over', () => {
    mkdirSync(join(folder, 'a/sendmail'), { recursive: true })
    mkdirSync(join(folder, 'b'))
    writeFileSync(join(folder, 'b/sendmail'), '', { mode: 0o644 })
    const { program, path } = folderWithSendmail()
    const PATH = [join(folder, 'a'), join(folder, 'b'), path].join(':')
    expect(read({ ...unset, PATH }).mail).toMatchObject({ transport: 'sendmail', program })
  })

  test('unset and with no sendmail program, it is the log, and that it was not chosen is known', () => {
    const { mail } = read({ ...unset, PATH: folder })
    if (machineHasSendmail) expect(mail.transport).toBe('sendmail')
    else expect(mail).toMatchObject({ transport: 'log', chosen: false, file: join(folder, 'mail.log') })
  })

  test('unset and with no sendmail program, it is refused in production', () => {
    const refused = complaints({ ...unset, PATH: folder, NODE_ENV: 'production' })
    expect(refused).toEqual(
      machineHasSendmail ? [] : [expect.stringMatching(/^MAIL_TRANSPORT is needed with NODE_ENV=production/)],
    )
  })

  test('chosen as sendmail with no such program, it is refused', () => {
    const refused = complaints({ MAIL_TRANSPORT: 'sendmail', PATH: folder })
    expect(refused).toEqual(
      machineHasSendmail
        ? []
        : [expect.stringMatching(/^MAIL_TRANSPORT is "sendmail", but this machine has no/)],
    )
  })

  test('chosen as the log, it is that, whatever the machine has, in production too', () => {
    const { path } = folderWithSendmail()
    const file = join(folder, 'deep/er/mail.log')
    const { mail } = read({ MAIL_LOG_FILE: file, PATH: path, NODE_ENV: 'production' })
    expect(mail).toMatchObject({ transport: 'log', chosen: true, file })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('chosen as SMTP, it needs a URL, and only then', () => {
    const url = 'smtps://ada:sesame@mail.example.com:465'
    expect(read({ MAIL_TRANSPORT: 'smtp', SMTP_URL: url }).mail).toMatchObject({ transport: 'smtp', url })
    expect(complaints({ MAIL_TRANSPORT: 'smtp', SMTP_URL: '' })).toEqual([
      expect.stringMatching(/^SMTP_URL is needed with MAIL_TRANSPORT=smtp/),
    ])
    expect(complaints({ MAIL_TRANSPORT: 'smtp', SMTP_URL: 'x' })).toEqual([
      expect.stringMatching(/^SMTP_URL must be smtp:\/\/host:port/),
    ])
  })
})
