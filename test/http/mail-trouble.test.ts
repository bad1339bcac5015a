import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { eventually, startTestInboard, type TestInboard } from '../support/service/inboard.ts'
import { signInBy, TestSmtp, type Treatment } from '../support/service/smtp.ts'

// These tests spend most of their time waiting, so they run concurrently.
vi.setConfig({ maxConcurrency: 8 })

/** Part of SMTP_URL in these tests. It must never be logged. */
const password = 'correct-horse-battery'

const running: { stop(): Promise<void> }[] = []
afterAll(() => Promise.all(running.map((one) => one.stop())))

async function start(smtp: TestSmtp, environment: Record<string, string> = {}): Promise<TestInboard> {
  const inboard = await startTestInboard({ ...smtp.environment, ...environment })
  running.push(smtp, inboard)
  return inboard
}

const waiting = (inboard: TestInboard) => inboard.metric('inboard_mail_waiting')
const failures = (inboard: TestInboard) => inboard.metric('inboard_mail_failures_total')

const nothingWaits = (inboard: TestInboard) =>
  eventually(async () => (await waiting(inboard)) === 0 || undefined, 'an empty outbox')

const firstFailure = (inboard: TestInboard) =>
  eventually(
    () => inboard.log.find(({ msg }) => msg === 'a message could not be sent yet'),
    'a line about the failure in the log',
  )

interface Scenario {
  name: string
  treatment: Treatment
  /** The reason that is logged. */
  reason: RegExp
}

const scenarios: Scenario[] = [
  { name: 'hangs before its greeting', treatment: 'hang before greeting', reason: /^ETIMEDOUT CONN$/ },
  {
    name: 'turns everyone away at the door',
    treatment: { at: 'greeting', code: 421 },
    reason: /^EPROTOCOL CONN 421$/,
  },
  {
    name: 'greylists the recipient',
    treatment: { at: 'recipient', code: 451 },
    reason: /^EENVELOPE RCPT TO 451$/,
  },
  {
    name: 'refuses the recipient',
    treatment: { at: 'recipient', code: 550 },
    reason: /^EENVELOPE RCPT TO 550$/,
  },
  {
    name: 'has no room for the message',
    treatment: { at: 'data', code: 452 },
    reason: /^EMESSAGE DATA 452$/,
  },
  { name: 'refuses the message', treatment: { at: 'data', code: 554 }, reason: /^EMESSAGE DATA 554$/ },
  { name: 'drops the connection within data', treatment: 'drop within data', reason: /^ECONNECTION CONN$/ },
]

describe.concurrent('a mail server that', () => {
  test.each(scenarios)('$name gets the message, once, when it has recovered', async (scenario) => {
    const smtp = await TestSmtp.start()
    const inboard = await start(smtp)
    smtp.treat = () => scenario.treatment

    const answer = await inboard.request('POST', '/api/auth/magic-link', {
      body: { email: 'ada@example.com' },
    })
    expect(answer.status).toBe(202)
    const { attempts, reason, level } = await firstFailure(inboard)
    expect({ attempts, level, reason }).toEqual({
      attempts: 1,
      level: 40,
      reason: expect.stringMatching(scenario.reason),
    })
    expect(await failures(inboard)).toBeGreaterThan(0)
    expect(await waiting(inboard)).toBe(1)
    expect(await inboard.metric('inboard_mail_sent_total')).toBe(0)
    expect(smtp.received).toEqual([])

    smtp.treat = () => 'accept'
    const { user } = await inboard.client().openLink({ token: await smtp.linkTo('ada@example.com') })
    expect(user.email).toBe('ada@example.com')
    await nothingWaits(inboard)
    expect(await inboard.metric('inboard_mail_sent_total')).toBe(1)
    expect(smtp.received).toHaveLength(1)
  })

  test('is down gets the messages, each once, when it is up', async () => {
    const smtp = await TestSmtp.stopped()
    const inboard = await start(smtp)
    const people = ['ada@example.com', 'bob@example.com', 'cyd@example.com']
    await Promise.all(people.map((email) => inboard.client().requestLink({ email })))
    expect((await firstFailure(inboard)).reason).toBe('ESOCKET ECONNREFUSED CONN')
    await smtp.start()
    for (const email of people) await inboard.client().openLink({ token: await smtp.linkTo(email) })
    await nothingWaits(inboard)
    expect(smtp.received).toHaveLength(3)
  })

  test('is slow to answer the message gets it once', async () => {
    const smtp = await TestSmtp.start()
    const inboard = await start(smtp)
    smtp.treat = () => 'hang after data'
    await inboard.client().requestLink({ email: 'ada@example.com' })
    const [pending] = await eventually(() => (smtp.pending.size > 0 ? [...smtp.pending] : undefined), 'data')
    // Longer than a lease lasts.
    inboard.clock.advance(60_000)
    await inboard.client().requestLink({ email: 'later@example.com' })
    await eventually(() => smtp.pending.size === 2 || undefined, 'the next message')
    expect(smtp.asked).toEqual(['ada@example.com', 'later@example.com'])
    pending?.accept()
    await smtp.linkTo('ada@example.com')
    await eventually(async () => (await waiting(inboard)) === 1 || undefined, 'the record')
    expect(smtp.asked).toHaveLength(2)
    expect(await failures(inboard)).toBe(0)
  })

  test('hangs after the message and then goes away gets it again', async () => {
    const smtp = await TestSmtp.start()
    const inboard = await start(smtp)
    smtp.treat = () => 'hang after data'
    await inboard.client().requestLink({ email: 'ada@example.com' })
    const [pending] = await eventually(() => (smtp.pending.size > 0 ? [...smtp.pending] : undefined), 'data')
    smtp.treat = () => 'accept'
    pending?.drop()
    await inboard.client().openLink({ token: await smtp.linkTo('ada@example.com') })
    await nothingWaits(inboard)
    expect(smtp.asked).toHaveLength(2)
    expect(smtp.received).toHaveLength(1)
  })

  test('hangs for ever does not keep Inboard from ending, and gets the message from the next one', async () => {
    const smtp = await TestSmtp.start()
    const folder = mkdtempSync(join(tmpdir(), 'inboard-'))
    const first = await startTestInboard(smtp.environment, folder)
    smtp.treat = () => 'hang after data'
    await first.client().requestLink({ email: 'ada@example.com' })
    await eventually(() => smtp.pending.size === 1 || undefined, 'data')
    await first.stop()
    expect(first.log).toMatchObject([{ msg: 'a message could not be sent yet' }])
    await eventually(() => smtp.connections === 0 || undefined, 'the end of the connection')

    smtp.treat = () => 'accept'
    const second = await startTestInboard(smtp.environment, folder)
    await second.client().openLink({ token: await smtp.linkTo('ada@example.com') })
    expect(smtp.asked).toHaveLength(2)
    await second.stop()
    await smtp.stop()
    rmSync(folder, { recursive: true })
  })

  test('took a message without our hearing of it is not asked again once the link was opened', async () => {
    const smtp = await TestSmtp.start()
    const inboard = await start(smtp)
    smtp.treat = () => 'hang after data'
    await inboard.client().requestLink({ email: 'ada@example.com' })
    const [pending] = await eventually(() => (smtp.pending.size > 0 ? [...smtp.pending] : undefined), 'data')
    await smtp.stop()
    pending?.accept()
    await inboard.client().openLink({ token: await smtp.linkTo('ada@example.com') })
    smtp.treat = () => 'accept'
    await smtp.start()
    await nothingWaits(inboard)
    expect(smtp.asked).toHaveLength(1)
    expect(await inboard.metric('inboard_mail_given_up_total')).toBe(0)
  })

  test('refuses one recipient among many gets the others at once', async () => {
    const smtp = await TestSmtp.start()
    const inboard = await start(smtp)
    smtp.treat = (to) => (to.startsWith('nobody') ? { at: 'recipient', code: 550 } : 'accept')
    const people = Array.from({ length: 20 }, (_, n) => `${n % 2 ? 'nobody' : 'somebody'}-${n}@example.com`)
    await Promise.all(people.map((email) => inboard.client().requestLink({ email })))
    await eventually(() => smtp.received.length === 10 || undefined, 'ten messages')
    await eventually(async () => (await waiting(inboard)) === 10 || undefined, 'all but the ten to wait')
    expect(smtp.received.every(({ to }) => to.startsWith('somebody'))).toBe(true)
  })

  test('hangs on twenty recipients gets the message to another meanwhile', async () => {
    const smtp = await TestSmtp.start()
    const inboard = await start(smtp)
    smtp.treat = (to) => (to.startsWith('hang') ? 'hang after data' : 'accept')
    const people = Array.from({ length: 20 }, (_, n) => `hang-${n}@example.com`)
    await Promise.all(people.map((email) => inboard.client().requestLink({ email })))
    await inboard.client().requestLink({ email: 'ada@example.com' })
    await smtp.linkTo('ada@example.com')
    expect(smtp.pending.size).toBe(20)
    expect(smtp.asked).toHaveLength(21)
  })

  test('hangs on more than can hang at once gets the rest as soon as some have ended', async () => {
    const smtp = await TestSmtp.start()
    const inboard = await start(smtp)
    smtp.treat = (to) => (to.startsWith('hang') ? 'hang after data' : 'accept')
    const people = Array.from({ length: 51 }, (_, n) => `hang-${n}@example.com`)
    await Promise.all(people.map((email) => inboard.client().requestLink({ email })))
    await eventually(() => smtp.pending.size === 50 || undefined, 'fifty that hang')
    await inboard.client().requestLink({ email: 'ada@example.com' })
    for (const pending of smtp.pending) pending.drop()
    await smtp.linkTo('ada@example.com')
    expect(smtp.received).toHaveLength(1)
  })

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
    await eventually(async () => (await failures(inboard)) > 1 || undefined, 'another attempt')
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
    await smtp.linkTo('ada@example.com')
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

test.concurrent('an answer takes no longer because the mail server is in trouble', async () => {
  const troubles: Treatment[] = ['hang before greeting', 'hang after data', { at: 'data', code: 451 }]
  const servers = await Promise.all(['accept' as const, ...troubles].map(startTreating))
  const times = servers.map((): number[] => [])
  for (let round = 0; round < 9; round++) {
    for (const [n, inboard] of servers.entries()) {
      const begun = performance.now()
      const { status } = await inboard.request('POST', '/api/auth/magic-link', {
        body: { email: `round-${round}@example.com` },
      })
      times[n]?.push(performance.now() - begun)
      expect(status).toBe(202)
    }
  }
  const [healthy = 0, ...troubled] = times.map(median)
  for (const time of troubled) expect(time / healthy).toBeLessThan(3)
})

async function startTreating(treatment: Treatment) {
  const smtp = await TestSmtp.start()
  smtp.treat = () => treatment
  return await start(smtp)
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
