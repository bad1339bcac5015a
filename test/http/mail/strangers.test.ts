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
import { signInBy, TestSmtp } from '../../support/service/smtp.ts'

/** Part of SMTP_URL in these tests. It must never be logged. */
const password = 'correct-horse-battery'

const { start } = mailing()

describe('a mail server that', () => {
  test.each([
    ['smtps://', { secure: true }, ''],
    ['requireTLS', { disabledCommands: [] }, '?requireTLS=true'],
  ])('shows a certificate that nobody vouches for is not trusted with %s', async (_how, options, query) => {
    const smtp = await TestSmtp.start({ ...options, logger: false })
    const inboard = await start(smtp, { SMTP_URL: smtp.url + query })
    const answer = await inboard.request('POST', '/api/auth/magic-link', {
      body: { email: 'ada@example.com' },
    })
    expect(answer.status).toBe(202)
    expect((await firstFailure(inboard)).reason).toMatch(/^ESOCKET \w*CERT\w* CONN$/)
    await afterRetries(inboard, async () => (await failures(inboard)) > 1 || undefined, 'another attempt')
    expect(smtp.received).toEqual([])
  })

  test('shows such a certificate where no TLS was asked for is spoken to all the same', async () => {
    const smtp = await TestSmtp.start({ logger: false, disabledCommands: [] })
    // Nodemailer would take these options from the URL, keep connections open and print links. They must be ignored.
    const inboard = await start(smtp, { SMTP_URL: `${smtp.url}?pool=true&logger=true&debug=true` })
    await signInBy(smtp, inboard, 'ada@example.com')
    expect(smtp.received).toMatchObject([{ secure: true }])
    await eventually(() => smtp.connections === 0 || undefined, 'the end of the connection')
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
    const inboard = await start(smtp, { SMTP_URL: smtp.url.replace('//', `//ada:${password}@`) })
    await inboard.client().requestLink({ email: 'ada@example.com' })
    expect((await firstFailure(inboard)).reason).toMatch(/^ESOCKET \w*CERT\w* CONN$/)
    expect(shown).toEqual([])
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
    const inboard = await start(smtp)
    await inboard.client().requestLink({ email: 'ada@example.com' })
    expect((await firstFailure(inboard)).reason).toBe('EENVELOPE MAIL FROM 530')
    expect(smtp.received).toEqual([])
  })
})
