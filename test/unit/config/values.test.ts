import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Config, readConfig } from '../../../src/server/config/config.ts'
import { complaints, folder, read, useNewFolder } from './environment.ts'

beforeEach(useNewFolder)

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
    ['PORT', '80', ({ appUrl, basePath }) => appUrl + basePath, 'http://localhost'],
    ['PORT', '443', ({ appUrl, basePath }) => appUrl + basePath, 'http://localhost:443'],
    ['APP_URL', 'https://inboard.example.com', ({ appUrl }) => appUrl, 'https://inboard.example.com'],
    ['APP_URL', 'https://example.com/', ({ appUrl }) => appUrl, 'https://example.com'],
    ['APP_URL', 'HTTPS://Example.COM/boards//', ({ appUrl }) => appUrl, 'https://example.com/boards'],
    ['APP_URL', 'https://example.com/a/../boards/', ({ basePath }) => basePath, '/boards'],
    ['APP_URL', 'https://example.com/a-b/c.d_e~f/2', ({ basePath }) => basePath, '/a-b/c.d_e~f/2'],
    ['APP_URL', 'https://example.com//', ({ basePath }) => basePath, ''],
    ['APP_URL', 'https://example.com:8443/x', ({ passkeys }) => passkeys.origin, 'https://example.com:8443'],

    ['SESSION_TTL', '', ({ sessionSeconds }) => sessionSeconds, 30 * day],
    ['SESSION_TTL', '90m', ({ sessionSeconds }) => sessionSeconds, 5400],
    ['SESSION_TTL', '12h', ({ sessionSeconds }) => sessionSeconds, 12 * 3600],
    ['SESSION_TTL', '7d', ({ sessionSeconds }) => sessionSeconds, 7 * day],
    ['SESSION_TTL', '7 D', ({ sessionSeconds }) => sessionSeconds, 7 * day],
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

test('reading the environment creates no file', () => {
  const { settings, complaints } = readConfig({
    MAIL_TRANSPORT: 'log',
    DATABASE_URL: `sqlite:${join(folder, 'deep/inboard.db')}`,
    MAIL_LOG_FILE: join(folder, 'deep/mail.log'),
  })
  expect(complaints).toEqual([])
  expect(settings.jwtSecret).toBeUndefined()
  expect(settings.mail).toMatchObject({ transport: 'log', file: join(folder, 'deep/mail.log') })
  expect(readdirSync(folder)).toEqual([])
})

describe('PostgreSQL', () => {
  const url = 'postgres://inboard:sesame@db.example.com/inboard'

  test('needs a secret, because its instances must agree on one', () => {
    expect(complaints({ DATABASE_URL: url })).toEqual([
      expect.stringMatching(/^JWT_SECRET is required with PostgreSQL/),
    ])
  })

  test('is known by either name', () => {
    const jwt = { JWT_SECRET: 's'.repeat(32) }
    expect(read({ DATABASE_URL: url, ...jwt }).database).toEqual({ engine: 'postgres', url })
    const longer = url.replace('postgres:', 'postgresql:')
    expect(read({ DATABASE_URL: longer, ...jwt }).database).toEqual({ engine: 'postgres', url: longer })
  })
})
