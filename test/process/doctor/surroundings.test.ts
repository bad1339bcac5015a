import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../support/network/free-port.ts'
import { newServerCertificate } from '../../support/network/server-certificate.ts'
import { cleanUp } from '../../support/processes/process.ts'
import { TestSmtp } from '../../support/service/smtp.ts'
import { about, examined } from './examining.ts'

afterAll(cleanUp)

test('every mistake in the configuration is a problem, and a probable one is a warning', async () => {
  const findings = await examined({
    PORT: 'eighty',
    BIN_DAYS: '-1',
    JWT_SECRT: 'x',
    NODE_ENV: 'production',
  })
  const said = about(findings, 'configuration')
  expect(said).toContainEqual(expect.stringMatching(/^problem: PORT must be a whole number/))
  expect(said).toContainEqual(expect.stringMatching(/^problem: BIN_DAYS must be/))
  expect(said).toContainEqual(
    expect.stringMatching(/^warning: JWT_SECRT is not .* Did you mean JWT_SECRET\?$/),
  )
  expect(said).toContainEqual(expect.stringMatching(/^warning: APP_URL is not set/))
})

test('passkeys need https, except on localhost', async () => {
  const plain = await examined({ APP_URL: 'http://board.invalid', TRUST_PROXY: '1' })
  expect(about(plain, 'passkeys')).toEqual(['problem: browsers do not support them on http://board.invalid'])
  expect(about(await examined({}), 'passkeys')).toEqual([expect.stringMatching(/^good: bound to localhost/)])
})

test('another program that answers at APP_URL is reported', async () => {
  const other = createServer((_request, response) => response.end('Hello')).listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  expect(about(await examined({ PORT: String(port) }), 'APP_URL')).toEqual([
    `problem: http://localhost:${port} answers, but is not Inboard (200)`,
  ])
  other.close()
})

test.each([{}, { SMTP_URL: 'mail.example.com:25' }])(
  'a mail server that is not named is a problem like any other',
  async (given) => {
    expect(about(await examined({ MAIL_TRANSPORT: 'smtp', ...given }), 'mail')).toEqual([
      'problem: SMTP_URL names no mail server',
    ])
  },
)

test('a mail server that refuses us is a problem, and no message is sent', async () => {
  const environment = {
    MAIL_TRANSPORT: 'smtp',
    SMTP_URL: `smtp://ada:sesame@127.0.0.1:${await freePort()}`,
  }
  const findings = await examined(environment, 'ada@example.com')
  expect(about(findings, 'mail')).toEqual([
    expect.stringMatching(/^problem: 127\.0\.0\.1:\d+ does not accept mail from us: .*ECONNREFUSED/),
  ])
  expect(JSON.stringify(findings)).not.toContain('sesame')
})

test('smtps:// to a port without TLS gets a suggestion, and so does smtp:// to one with it', async () => {
  const { key, certificate } = newServerCertificate('127.0.0.1')
  const plain = await TestSmtp.start()
  const secure = await TestSmtp.start({ secure: true, key, cert: certificate })
  const findings = async (SMTP_URL: string) =>
    about(await examined({ MAIL_TRANSPORT: 'smtp', SMTP_URL }), 'mail')
  expect(await findings(plain.url.replace('smtp:', 'smtps:'))).toEqual([
    "problem: The server doesn't speak TLS on this port. Use smtp:// instead.",
  ])
  expect(await findings(`${secure.url.replace('smtps:', 'smtp:')}?greetingTimeout=300`)).toEqual([
    'problem: The server says nothing on this port. If it expects TLS there, use smtps:// instead.',
  ])
  await Promise.all([plain.stop(), secure.stop()])
})

test.each([
  [
    'smtp://mail.invalid:465',
    'SMTP_URL is smtp:// with port 465, where mail servers usually speak smtps://.',
  ],
  ['smtps://mail.invalid:25', 'SMTP_URL is smtps:// with port 25, where mail servers usually speak smtp://.'],
  [
    'smtps://mail.invalid:587',
    'SMTP_URL is smtps:// with port 587, where mail servers usually speak smtp://.',
  ],
  ['smtps://mail.invalid:465', 'all variables are valid'],
  ['smtp://mail.invalid:587', 'all variables are valid'],
  ['smtps://mail.invalid', 'all variables are valid'],
])('%s: %s', async (SMTP_URL, said) => {
  const findings = await examined({ MAIL_TRANSPORT: 'smtp', SMTP_URL })
  expect(about(findings, 'configuration').map((sentence) => sentence.replace(/^\w+: /, ''))).toEqual([said])
})

test.each([
  [{}, 'good: open, on this machine'],
  [{ APP_URL: 'https://board.invalid' }, 'warning: open: everyone who can reach https://board.invalid can'],
  [{ APP_URL: 'https://board.invalid', REGISTRATION: 'closed' }, 'good: closed'],
  [{ APP_URL: 'https://board.invalid', REGISTRATION: '@example.com' }, 'good: only for 1 address or domain'],
])('registration with %j', async (environment, said) => {
  expect(about(await examined(environment), 'registration')).toEqual([expect.stringContaining(said)])
})
