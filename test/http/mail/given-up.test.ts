import { beforeAll, describe, expect, test } from 'vitest'
import { eventually, startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import {
  afterRetries,
  failures,
  givenUp,
  mailing,
  nothingWaits,
  retriedLinkTo,
  waiting,
} from '../../support/service/mailing.ts'
import { TestSmtp } from '../../support/service/smtp.ts'

const minute = 60_000

const { start, newFolder } = mailing()

const folder = newFolder()
let smtp: TestSmtp
let inboard: TestInboard
beforeAll(async () => {
  smtp = await TestSmtp.stopped()
  inboard = await startTestInboard({ ...smtp.environment, JWT_SECRET: 'a'.repeat(32) }, folder)
})

describe('a message is not sent', () => {
  test('when its link has expired: it is given up, counted and removed', async () => {
    await inboard.client().requestLink({ email: 'ada@example.com' })
    inboard.clock.advance(14 * minute)
    await afterRetries(
      inboard,
      async () => (await failures(inboard)) > 1 || undefined,
      'attempts up to the last minute',
    )
    expect([await waiting(inboard), await givenUp(inboard)]).toEqual([1, 0])
    inboard.clock.advance(1 * minute)
    await nothingWaits(inboard)
    expect(await givenUp(inboard)).toBe(1)
    expect(inboard.log.filter(({ level }) => level === 50)).toMatchObject([
      { msg: 'a message was still unsent when its link expired' },
    ])
    await smtp.start()
    await inboard.client().requestLink({ email: 'sentinel@example.com' })
    await retriedLinkTo(smtp, inboard, 'sentinel@example.com')
    expect(smtp.asked).toEqual(['sentinel@example.com'])
    expect(await inboard.metric('inboard_mail_sent_total')).toBe(1)
  })

  test('when the mail server has refused it five times for good', async () => {
    const smtp = await TestSmtp.start()
    const inboard = await start(smtp)
    smtp.treat = () => ({ at: 'recipient', code: 550 })
    await inboard.client().requestLink({ email: 'nobody@example.com' })
    await afterRetries(
      inboard,
      async () => (await givenUp(inboard)) || undefined,
      'the message to be given up',
    )
    await nothingWaits(inboard)
    expect(smtp.asked).toHaveLength(5)
    expect(inboard.log.filter(({ level }) => level === 50)).toMatchObject([
      { reason: 'EENVELOPE RCPT TO 550', attempts: 5, msg: 'the mail server refuses a message' },
    ])
  })

  test('when the secret that its link was made with is gone, since nothing would open it', async () => {
    await smtp.stop()
    await inboard.client().requestLink({ email: 'bob@example.com' })
    await inboard.stop()
    await smtp.start()
    const after = await start(smtp, { JWT_SECRET: 'b'.repeat(32) }, folder, inboard.clock)
    const { reason } = await eventually(() => after.log[0], 'a word in the log')
    expect(reason).toBe('JWT_SECRET has changed since this link was made')
    expect(smtp.asked).not.toContain('bob@example.com')
    after.clock.advance(15 * minute)
    await nothingWaits(after)
    expect(await givenUp(after)).toBe(1)
  })
})
