import { beforeAll, describe, expect, test } from 'vitest'
import { eventually, type TestInboard } from '../../support/service/inboard.ts'
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

let smtp: TestSmtp
let inboard: TestInboard
beforeAll(async () => {
  smtp = await TestSmtp.start()
  inboard = await start(smtp)
})

describe('a mail server that', () => {
  test('is slow to answer the message gets it once', async () => {
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
    for (const left of [...smtp.pending]) left.accept()
    await nothingWaits(inboard)
  })

  test('hangs after the message and then goes away gets it again', async () => {
    smtp.treat = () => 'hang after data'
    await inboard.client().requestLink({ email: 'bob@example.com' })
    const pending = await firstPending(smtp)
    smtp.treat = () => 'accept'
    pending.drop()
    const token = await retriedLinkTo(smtp, inboard, 'bob@example.com')
    await inboard.client().openLink({ token })
    await nothingWaits(inboard)
    expect(smtp.askedFor('bob@example.com')).toHaveLength(2)
    expect(smtp.to('bob@example.com')).toHaveLength(1)
  })

  test('took a message without our hearing of it is not asked again once the link was opened', async () => {
    smtp.treat = () => 'hang after data'
    await inboard.client().requestLink({ email: 'cyd@example.com' })
    const pending = await firstPending(smtp)
    await smtp.stop()
    pending.accept()
    await inboard.client().openLink({ token: await smtp.linkTo('cyd@example.com') })
    smtp.treat = () => 'accept'
    await smtp.start()
    await nothingWaits(inboard)
    expect(smtp.askedFor('cyd@example.com')).toHaveLength(1)
    expect(await inboard.metric('inboard_mail_given_up_total')).toBe(0)
  })
})
