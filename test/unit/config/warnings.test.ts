import { beforeEach, describe, expect, test } from 'vitest'
import { type Environment, read, useNewFolder } from './environment.ts'

beforeEach(useNewFolder)

describe('a probable mistake causes a warning, and works', () => {
  const production = { NODE_ENV: 'production', APP_URL: 'https://board.example.com' }
  const warnings = (environment: Environment) => read(environment).warnings
  const about = (environment: Environment) => warnings(environment).map((warning) => warning.split(' ')[0])

  test.each<[what: string, environment: Environment, named: string[]]>([
    ['https', production, []],
    ['http', { ...production, APP_URL: 'http://board.example.com' }, ['APP_URL']],
    ['http on this machine', { ...production, APP_URL: 'http://localhost:3000' }, ['APP_URL']],
    ['none', { NODE_ENV: 'production' }, ['APP_URL']],
    ['an empty one', { ...production, APP_URL: ' ' }, ['APP_URL']],
    ['a path', { ...production, APP_URL: 'https://example.com/boards' }, []],
    ['a slash', { ...production, APP_URL: 'https://example.com/' }, []],
    ['https, in a container', { ...production, HOST: '0.0.0.0' }, []],
    ['none, in a container', { NODE_ENV: 'production', HOST: '0.0.0.0' }, ['APP_URL']],
    ['none, while developing', {}, []],
    ['http, while developing', { APP_URL: 'http://localhost:4000' }, []],
    ['none, although other machines can connect', { HOST: '0.0.0.0' }, ['HOST']],
    [
      'one of this machine, although others can connect',
      { HOST: '::', APP_URL: 'http://localhost' },
      ['HOST'],
    ],
    ['one of the network', { HOST: '0.0.0.0', APP_URL: 'http://192.168.0.1:3000' }, []],
    ['none, on another address of this machine', { HOST: '::1' }, []],
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
      'MAX_CARDS_FILE has no effect: MAX_CARDS is not a secret. Set it directly.',
    ])
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
      `${name} is not an Inboard variable and has no effect. Did you mean ${meant}?`,
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
    expect(warnings({ [name]: 'x' })).toEqual([`${name} is not an Inboard variable and has no effect.`])
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
