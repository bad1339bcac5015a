import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/service/inboard.ts'
import {
  failures,
  firstPending,
  mailing,
  nothingWaits,
  retriedLinkTo,
  waiting,
} from '../../support/service/mailing.ts'
import { TestSmtp } from '../../support/service/smtp.ts'

const { start } = mailing()

describe('a mail server that', () => {
  test('is slow to answer the message gets it once', async () => {
    const smtp = await TestSmtp.start()
    const inboard = await start(smtp)
    smtp.treat = () => 'hang after data'
    await inboard.client().requestLink({ email: 'ada@example.com' })
    const pending = await firstPending(smtp)
    // Longer than a lease lasts.
    inboard.clock.advance(60_000)
    await inboard.client().requestLink({ email: 'later@example.com' })
    await eventually(() => smtp.pending.size === 2 || undefined, 'the next message')
    expect(smtp.asked).toEqual(['ada@example.com', 'later@example.com'])
    pending.accept()
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
    const pending = await firstPending(smtp)
    smtp.treat = () => 'accept'
    pending.drop()
    const token = await retriedLinkTo(smtp, inboard, 'ada@example.com')
    await inboard.client().openLink({ token })
    await nothingWaits(inboard)
    expect(smtp.asked).toHaveLength(2)
    expect(smtp.received).toHaveLength(1)
  })

  test('took a message without our hearing of it is not asked again once the link was opened', async () => {
    const smtp = await TestSmtp.start()
    const inboard = await start(smtp)
    smtp.treat = () => 'hang after data'
    await inboard.client().requestLink({ email: 'ada@example.com' })
    const pending = await firstPending(smtp)
    await smtp.stop()
    pending.accept()
    await inboard.client().openLink({ token: await smtp.linkTo('ada@example.com') })
    smtp.treat = () => 'accept'
    await smtp.start()
    await nothingWaits(inboard)
    expect(smtp.asked).toHaveLength(1)
    expect(await inboard.metric('inboard_mail_given_up_total')).toBe(0)
  })
})
