import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { complaints, folder, useNewFolder } from './environment.ts'

beforeEach(useNewFolder)

describe('a bad value is named, with what is allowed', () => {
  const number = (from: number, to: number) => `a whole number from ${from} to ${to}`
  const port = number(1, 65_535)
  const host = 'an IP address or a host name'
  const url = 'an http:// or https:// URL without a query'
  const database = 'sqlite:FILE or postgres://user:password@host/database'
  const time = 'a time from 1 second to 10 years, such as 30d, 12h, 90m or plain seconds'
  const size = 'an amount such as 8MB, 500kB or plain bytes, or 0 for no limit'
  const sender = 'an address, or a name and an <address>'
  const server =
    'smtp://host:port or smtps://host:port, with user:password@ if needed (/, ? and # in them as %2F, %3F and %23)'
  const levels = 'one of fatal, error, warn, info, debug, trace, silent'
  const relyingParty = 'the host of APP_URL (localhost) or a parent domain of it'

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
    ...['inboard.db', 'sqlite:', 'sqlite::memory:', 'mysql:x', 'file:x.db'].map((value) => [
      'DATABASE_URL',
      value,
      database,
    ]),
    ...['0', '0d', '-1', '1w', '1.5h', 'forever', '3661d', '9'.repeat(400)].map((value) => [
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
    ['SMTP_URL', 'smtp://ada:12/sesame@example.com'],
    ['SMTP_URL', 'smtp://ada:12?sesame@example.com'],
    ['SMTP_URL', 'smtp://ada:12#sesame@example.com'],
    ['DATABASE_URL', 'postgres://ada:12/sesame@db.example.com/inboard'],
  ])('%s=%j, without showing what may be a password', (name, value) => {
    const [complaint, ...more] = complaints({ [name]: value })
    expect(complaint).toMatch(new RegExp(`^${name} must be .*; it is "…@`, 's'))
    expect(complaint).not.toContain('sesame')
    expect(more).toEqual([])
  })

  test.each([
    '/api',
    '/API/v1',
    '/mcp',
    '/oauth/inboard',
    '/calendar',
    '/.well-known',
    '/docs',
    '/openapi.json',
    '/sw.js',
    '/healthz',
    '/readyz',
    '/metrics',
  ])('APP_URL with the path %s, which Inboard itself uses', (path) => {
    expect(complaints({ APP_URL: `https://example.com${path}/` })).toEqual([
      `APP_URL has the path ${path}, but Inboard itself uses /${path.split('/')[1]}. Choose another path, such as /inboard.`,
    ])
  })

  test.each([
    ['/a//b', '/a//b'],
    ['//a', '//a'],
    ['/Boards', '/Boards'],
    ['/bo%61rds', '/bo%61rds'],
    ['/tafel/übung', '/tafel/%C3%BCbung'],
    ['/my boards', '/my%20boards'],
    ['/a/.b', '/a/.b'],
    ['/a&lt', '/a&lt'],
    ['/-a', '/-a'],
  ])('APP_URL with the path %s, which not everybody writes alike', (path, shown) => {
    expect(complaints({ APP_URL: `https://example.com${path}` })).toEqual([
      `APP_URL has the path ${shown}. Each part of it must begin with a letter or digit and have only lower-case letters, digits, and -._~.`,
    ])
  })

  test.each(['/apiary', '/docs-and-boards', '/boards/api', '/projects', '/0'])(
    'but not APP_URL with the path %s',
    (path) => {
      expect(complaints({ APP_URL: `https://example.com${path}` })).toEqual([])
    },
  )

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
      expect.stringMatching(
        /^JWT_SECRET is not set, and none could be stored in .+\/file\/jwt-secret: .+\.$/,
      ),
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
      'METRICS_TOKEN must have at least 16 characters, only letters, digits and -._~+/=.',
    ])
  },
)
