import { beforeAll, describe, expect, test } from 'vitest'
import type { TestInboard } from '../../support/service/inboard.ts'
import { givenUp, mailing, nothingWaits, retriedLinkTo, waiting } from '../../support/service/mailing.ts'
import { signInBy, TestSmtp } from '../../support/service/smtp.ts'

const minute = 60_000

const { start } = mailing()

let smtp: TestSmtp
let inboard: TestInboard
beforeAll(async () => {
  smtp = await TestSmtp.start()
  inboard = await start(smtp)
})

describe('a message is not sent', () => {
  test('when a newer request has replaced its change of address', async () => {
    const client = await signInBy(smtp, inboard, 'ada@example.com')
    await smtp.stop()
    await client.requestAddressChange({ email: 'first@example.com' })
    inboard.clock.advance(minute)
    await client.requestAddressChange({ email: 'second@example.com' })
    expect(await waiting(inboard)).toBe(1)
    await smtp.start()
    const token = await retriedLinkTo(smtp, inboard, 'second@example.com')
    expect((await inboard.client().openLink({ token })).user.email).toBe('second@example.com')
    await nothingWaits(inboard)
    expect(smtp.asked).toEqual(['ada@example.com', 'second@example.com'])
  })

  test('when its account has given way', async () => {
    const client = await signInBy(smtp, inboard, 'bob@example.com')
    await client.requestAddressChange({ email: 'wanted@example.com' })
    const token = await smtp.linkTo('wanted@example.com')
    await smtp.stop()
    await inboard.client().requestLink({ email: 'wanted@example.com' })
    expect(await waiting(inboard)).toBe(1)
    await inboard.client().openLink({ token })
    expect(await waiting(inboard)).toBe(0)
    await smtp.start()
    await inboard.client().requestLink({ email: 'sentinel@example.com' })
    await retriedLinkTo(smtp, inboard, 'sentinel@example.com')
    expect(smtp.to('wanted@example.com')).toHaveLength(1)
    expect(await givenUp(inboard)).toBe(0)
  })

  test('when a completed change of address has withdrawn it', async () => {
    const client = await signInBy(smtp, inboard, 'old@example.com')
    await client.requestAddressChange({ email: 'new@example.com' })
    const token = await smtp.linkTo('new@example.com')
    await smtp.stop()
    inboard.clock.advance(minute)
    await inboard.client().requestLink({ email: 'old@example.com' })
    expect(await waiting(inboard)).toBe(1)
    await inboard.client().openLink({ token })
    expect(await waiting(inboard)).toBe(0)
  })
})
