import { beforeAll, describe, expect, test } from 'vitest'
import { codeOfRefusal, eventually, type TestInboard, tokenIn } from '../../support/service/inboard.ts'
import { firstPending, mailing, nothingWaits, retriedLinkTo } from '../../support/service/mailing.ts'
import { TestSmtp } from '../../support/service/smtp.ts'

const minute = 60_000
const day = 24 * 60 * minute

const { start } = mailing()

let smtp: TestSmtp
let inboard: TestInboard
beforeAll(async () => {
  smtp = await TestSmtp.start()
  inboard = await start(smtp)
})

/** Asks for a message, which the mail server keeps in hand. */
async function hangingMessage(email: string) {
  smtp.treat = () => 'hang after data'
  await inboard.client().requestLink({ email })
  const pending = await firstPending(smtp)
  smtp.treat = () => 'accept'
  return pending
}

describe('a message is sent once', () => {
  test('per request: an address that asks again gets another link, and the older one still works', async () => {
    const email = 'bob@example.com'
    await inboard.client().requestLink({ email })
    expect(await codeOfRefusal(inboard.client().requestLink({ email }))).toBe('throttled')
    await smtp.linkTo(email)
    inboard.clock.advance(minute)
    await inboard.client().requestLink({ email })
    await eventually(() => smtp.to(email).length === 2 || undefined, 'both messages')
    await nothingWaits(inboard)
    const tokens = smtp.to(email).map((received) => tokenIn(received.email.text ?? ''))
    expect(new Set(tokens).size).toBe(2)
    for (const token of tokens) await inboard.client().openLink({ token })
  })

  test('and in time, though the clock was a day ahead when its turn was set', async () => {
    const email = 'carol@example.com'
    await smtp.stop()
    inboard.clock.advance(day)
    const before = inboard.log.length
    await inboard.client().requestLink({ email })
    await eventually(() => inboard.log[before], 'a failure')
    inboard.clock.advance(-day)
    await smtp.start()
    const token = await retriedLinkTo(smtp, inboard, email)
    await inboard.client().openLink({ token })
    await nothingWaits(inboard)
    expect(smtp.to(email)).toHaveLength(1)
  })

  test('though the clock is put back while the mail server has it in hand', async () => {
    const pending = await hangingMessage('dan@example.com')
    inboard.clock.advance(-day)
    await inboard.client().requestLink({ email: 'eve@example.com' })
    await smtp.linkTo('eve@example.com')
    pending.accept()
    await eventually(
      async () => (await inboard.metric('inboard_mail_waiting')) === 0 || undefined,
      'the record',
    )
    expect([smtp.askedFor('dan@example.com'), smtp.askedFor('eve@example.com')]).toEqual([
      ['dan@example.com'],
      ['eve@example.com'],
    ])
  })
})
