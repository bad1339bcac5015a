import { describe, expect, test } from 'vitest'
import { outsider } from '../../support/databases/engine.ts'
import { codeOfRefusal, eventually, tokenIn } from '../../support/service/inboard.ts'
import { firstPending, mailing, nothingWaits, retriedLinkTo, waiting } from '../../support/service/mailing.ts'
import { TestSmtp } from '../../support/service/smtp.ts'

const minute = 60_000
const day = 24 * 60 * minute

const { start, newFolder } = mailing()

describe('a message is sent once', () => {
  test('though the database cannot record it when the mail server has taken it', async () => {
    const folder = newFolder()
    const smtp = await TestSmtp.start()
    const inboard = await start(smtp, {}, folder)
    smtp.treat = () => 'hang after data'
    await inboard.client().requestLink({ email: 'ada@example.com' })
    const pending = await firstPending(smtp)

    const other = await outsider(inboard.world.config.database)
    await other.holdWriters()
    pending.accept()
    await smtp.linkTo('ada@example.com')
    // The lease on the message expires in the meantime.
    inboard.clock.advance(minute)
    const trouble = 'the outbox could not be read or written'
    await eventually(() => inboard.log.find(({ msg }) => msg === trouble), 'an attempt to record it')
    await other.letGo()
    await other.close()

    await nothingWaits(inboard)
    await inboard.client().openLink({ token: await smtp.linkTo('ada@example.com') })
    expect(smtp.asked).toEqual(['ada@example.com'])
    expect(await inboard.metric('inboard_mail_sent_total')).toBe(1)
    expect(await inboard.metric('inboard_mail_failures_total')).toBe(0)
  })

  test('and in time, though the clock was a day ahead when its turn was set', async () => {
    const smtp = await TestSmtp.stopped()
    const inboard = await start(smtp)
    inboard.clock.advance(day)
    await inboard.client().requestLink({ email: 'ada@example.com' })
    await eventually(() => inboard.log[0], 'a failure')
    inboard.clock.advance(-day)
    await smtp.start()
    const token = await retriedLinkTo(smtp, inboard, 'ada@example.com')
    await inboard.client().openLink({ token })
    await nothingWaits(inboard)
    expect(smtp.received).toHaveLength(1)
  })

  test('though the clock is put back while the mail server has it in hand', async () => {
    const smtp = await TestSmtp.start()
    const inboard = await start(smtp)
    smtp.treat = () => 'hang after data'
    await inboard.client().requestLink({ email: 'ada@example.com' })
    const pending = await firstPending(smtp)
    inboard.clock.advance(-day)
    await inboard.client().requestLink({ email: 'bob@example.com' })
    await eventually(() => smtp.pending.size === 2 || undefined, 'the next message')
    pending.accept()
    await eventually(async () => (await waiting(inboard)) === 1 || undefined, 'the record')
    expect(smtp.asked).toEqual(['ada@example.com', 'bob@example.com'])
  })

  test('per request: an address that asks again gets another link, and the older one still works', async () => {
    const smtp = await TestSmtp.start()
    const inboard = await start(smtp)
    await inboard.client().requestLink({ email: 'ada@example.com' })
    expect(await codeOfRefusal(inboard.client().requestLink({ email: 'ada@example.com' }))).toBe('throttled')
    inboard.clock.advance(minute)
    await inboard.client().requestLink({ email: 'ada@example.com' })
    await eventually(() => smtp.received.length === 2 || undefined, 'both messages')
    await nothingWaits(inboard)
    const tokens = smtp.received.map(({ email }) => tokenIn(email.text ?? ''))
    expect(new Set(tokens).size).toBe(2)
    for (const token of tokens) await inboard.client().openLink({ token })
  })
})
