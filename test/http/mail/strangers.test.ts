import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/service/inboard.ts'
import {
  afterRetries,
  failures,
  firstFailure,
  mailing,
  nothingWaits,
  retriedLinkTo,
} from '../../support/service/mailing.ts'
import { TestSmtp } from '../../support/service/smtp.ts'
import { deliver } from './delivering.ts'

/** Part of SMTP_URL in these tests. It must never be logged. */
const password = 'correct-horse-battery'

const { start } = mailing()

describe('a mail server that', () => {
  const distrust = { code: 'ESOCKET', originalCode: expect.stringMatching(/CERT/), command: 'CONN' }

  test('shows a certificate that nobody vouches for is not trusted with smtps://', async () => {
    const smtp = await TestSmtp.start({ secure: true, logger: false })
    const inboard = await start(smtp)
    const answer = await inboard.request('POST', '/api/auth/magic-link', {
      body: { email: 'ada@example.com' },
    })
    expect(answer.status).toBe(202)
    expect((await firstFailure(inboard)).reason).toMatch(/^ESOCKET \w*CERT\w* CONN$/)
    await afterRetries(inboard, async () => (await failures(inboard)) > 1 || undefined, 'another attempt')
    expect(smtp.received).toEqual([])
  })

  test('shows such a certificate is not trusted with requireTLS, but spoken to where no TLS was asked for', async () => {
    const smtp = await TestSmtp.start({ logger: false, disabledCommands: [] })
    await expect(deliver(smtp, { SMTP_URL: `${smtp.url}?requireTLS=true` })).rejects.toMatchObject(distrust)
    expect(smtp.received).toEqual([])
    // Nodemailer would take these options from the URL, keep connections open and print links. They must be ignored.
    await deliver(smtp, { SMTP_URL: `${smtp.url}?pool=true&logger=true&debug=true` })
    expect(smtp.received).toMatchObject([{ secure: true }])
    await eventually(() => smtp.connections === 0 || undefined, 'the end of the connection')
    await smtp.stop()
  })

  test('shows such a certificate is not shown our password', async () => {
    const shown: unknown[] = []
    const smtp = await TestSmtp.start({
      authOptional: false,
      logger: false,
      disabledCommands: [],
      onAuth: (auth, _session, callback) => {
        shown.push(auth)
        callback(null, { user: auth.username })
      },
    })
    const SMTP_URL = smtp.url.replace('//', `//ada:${password}@`)
    await expect(deliver(smtp, { SMTP_URL })).rejects.toMatchObject(distrust)
    expect(shown).toEqual([])
    await smtp.stop()
  })

  test('wants another password gets the message when it has changed its mind', async () => {
    let accepted = 'another'
    const smtp = await TestSmtp.start({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (auth, _session, callback) =>
        auth.username === 'ada' && auth.password === accepted
          ? callback(null, { user: 'ada' })
          : callback(new Error(`${auth.username}, your password is not ${auth.password}`)),
    })
    const inboard = await start(smtp, { SMTP_URL: smtp.url.replace('//', `//ada:${password}@`) })
    await inboard.client().requestLink({ email: 'ada@example.com' })
    expect((await firstFailure(inboard)).reason).toBe('EAUTH AUTH PLAIN 535')
    accepted = password
    await retriedLinkTo(smtp, inboard, 'ada@example.com')
    await nothingWaits(inboard)
    expect(smtp.received).toHaveLength(1)
    expect(JSON.stringify(inboard.log)).not.toContain(password)
  })

  test('wants a password where we have none is reported as such', async () => {
    const smtp = await TestSmtp.start({ authOptional: false, allowInsecureAuth: true })
    const refusal = { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 530 }
    await expect(deliver(smtp)).rejects.toMatchObject(refusal)
    expect(smtp.received).toEqual([])
    await smtp.stop()
  })
})
