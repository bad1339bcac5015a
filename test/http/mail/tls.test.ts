import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, describe, expect, test } from 'vitest'
import { newDataFolder } from '../../support/machine/folders.ts'
import { newServerCertificate } from '../../support/network/server-certificate.ts'
import { eventually, startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { signInBy, TestSmtp } from '../../support/service/smtp.ts'
import { deliver } from './delivering.ts'

const folder = newDataFolder()
const running: { stop(): Promise<void> }[] = []
afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()))
  rmSync(folder, { recursive: true })
})

/** This machine too, but not by the name or an IP of loopback. */
const elsewhere = '0.0.0.0'
const here = '127.0.0.1'
const password = 'open-sesame'

/** A mail server that takes any password, and whatever it was told. */
async function mailServer(options: SMTPServerOptions = {}) {
  const told: string[] = []
  const smtp = await TestSmtp.start({
    logger: false,
    allowInsecureAuth: true,
    onAuth: (auth, _session, callback) => {
      told.push(`${auth.username}:${auth.password}`)
      callback(null, { user: auth.username })
    },
    ...options,
  })
  running.push(smtp)
  return { smtp, told }
}

/** The options of a server that speaks TLS with a certificate for a host, and a file that vouches for it. */
function tlsFor(host: string) {
  const { key, certificate } = newServerCertificate(host)
  const file = join(mkdtempSync(join(folder, 'authority-')), 'ca.pem')
  writeFileSync(file, `For the mail server:\n${certificate}`)
  return { options: { key, cert: certificate, disabledCommands: [] }, file }
}

async function start(smtp: TestSmtp, url: string, environment = {}): Promise<TestInboard> {
  const inboard = await startTestInboard({ ...smtp.environment, SMTP_URL: url, ...environment })
  running.push(inboard)
  return inboard
}

const urlOf = ({ url }: TestSmtp, host: string, credentials = '', query = '') =>
  `${url.replace('//', `//${credentials}`).replace(here, host)}${query}`

const distrust = {
  message: expect.stringMatching(
    /^its certificate is not trusted \(.+\)\. If it is yours, set SMTP_CA_FILE to /,
  ),
}

describe('a password', () => {
  const refusal = "the mail server doesn't offer TLS, and SMTP_URL requires it (always, with a password)"

  test('does not go to a server elsewhere that offers no TLS, and the log says why', async () => {
    const { smtp, told } = await mailServer()
    const inboard = await start(smtp, urlOf(smtp, elsewhere, `ada:${password}@`))
    await inboard.client().requestLink({ email: 'ada@example.com' })
    const line = await eventually(() => inboard.log[0], 'a line in the log')
    expect(line).toMatchObject({ level: 40, reason: refusal })
    expect([told, smtp.received]).toEqual([[], []])
    expect(JSON.stringify(inboard.log)).not.toContain(password)
  })

  test('does not go there whatever the URL says, and without a user neither', async () => {
    const { smtp, told } = await mailServer()
    const queries = [
      '?ignoreTLS=true',
      '?requireTLS=false',
      '?requireTLS=&opportunisticTLS=true',
      '?secured=true&secure=true',
      '?service=Maildev',
    ]
    for (const query of queries)
      await expect(
        deliver(smtp, { SMTP_URL: urlOf(smtp, elsewhere, `ada:${password}@`, query) }),
      ).rejects.toThrow(refusal)
    await expect(deliver(smtp, { SMTP_URL: urlOf(smtp, elsewhere, `:${password}@`) })).rejects.toThrow(
      refusal,
    )
    expect([told, smtp.received]).toEqual([[], []])
  })

  test('does not go to one whose certificate nobody vouches for', async () => {
    const { options } = tlsFor(elsewhere)
    const { smtp, told } = await mailServer(options)
    const url = urlOf(smtp, elsewhere, `ada:${password}@`, '?ignoreTLS=true')
    await expect(deliver(smtp, { SMTP_URL: url })).rejects.toMatchObject(distrust)
    expect(told).toEqual([])
  })

  test('goes there by STARTTLS', async () => {
    const { options, file } = tlsFor(elsewhere)
    const { smtp, told } = await mailServer(options)
    const url = urlOf(smtp, elsewhere, `ada:${password}@`, '?ignoreTLS=true')
    await signInBy(smtp, await start(smtp, url, { SMTP_CA_FILE: file }), 'ada@example.com')
    expect(smtp.received).toMatchObject([{ secure: true }])
    expect(told).toEqual([`ada:${password}`])
  })

  test('goes to a server on this machine without TLS', async () => {
    const { smtp, told } = await mailServer()
    await deliver(smtp, { SMTP_URL: urlOf(smtp, here, `ada:${password}@`) })
    expect(smtp.received).toMatchObject([{ secure: false }])
    expect(told).toEqual([`ada:${password}`])
  })
})

test.each([
  [
    'smtps://',
    {},
    (url: string) => url.replace('smtp:', 'smtps:'),
    "The server doesn't speak TLS on this port.",
  ],
  [
    'smtp://',
    { secure: true },
    (url: string) => `${url.replace('smtps:', 'smtp:')}?greetingTimeout=300`,
    'The server says nothing on this port.',
  ],
])('%s to a port for the other is said in the log', async (_scheme, options, spoil, reason) => {
  const { smtp } = await mailServer({ ...tlsFor(here).options, ...options })
  const inboard = await start(smtp, spoil(smtp.url))
  await inboard.client().requestLink({ email: 'ada@example.com' })
  const line = await eventually(() => inboard.log[0], 'a line in the log')
  expect(line).toMatchObject({ level: 40, reason: expect.stringContaining(reason) })
  expect(smtp.received).toEqual([])
})

test('without a password a server elsewhere gets the message, with TLS or without', async () => {
  const { smtp } = await mailServer()
  await deliver(smtp, { SMTP_URL: urlOf(smtp, elsewhere) })
  expect(smtp.received).toMatchObject([{ secure: false }])
})

describe('an authority of our own', () => {
  test.each([
    ['smtps://', { secure: true }],
    ['STARTTLS', {}],
  ])('vouches for a server by %s', async (_how, how) => {
    const { options, file } = tlsFor(here)
    const { smtp } = await mailServer({ ...options, ...how })
    await deliver(smtp, { SMTP_CA_FILE: file })
    expect(smtp.received).toMatchObject([{ secure: true }])
  })

  test.each([
    ['smtps://', { secure: true }],
    ['STARTTLS', {}],
  ])('does not vouch for another one by %s', async (_how, how) => {
    const { options } = tlsFor(here)
    const { smtp } = await mailServer({ ...options, ...how })
    const other = { SMTP_CA_FILE: tlsFor(here).file }
    await expect(deliver(smtp, other)).rejects.toMatchObject(distrust)
    expect(smtp.received).toEqual([])
  })

  test('does not vouch for another name', async () => {
    const { options, file } = tlsFor('mail.example.com')
    const { smtp } = await mailServer({ ...options, secure: true })
    await expect(deliver(smtp, { SMTP_CA_FILE: file })).rejects.toMatchObject({
      code: 'ESOCKET',
      originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID',
    })
  })
})
