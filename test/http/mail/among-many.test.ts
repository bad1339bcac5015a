import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/service/inboard.ts'
import { mailing, waiting } from '../../support/service/mailing.ts'
import { TestSmtp } from '../../support/service/smtp.ts'

const { start } = mailing()

describe('a mail server that', () => {
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

  test('hangs on more recipients than are sent to at once gets the message to another meanwhile', async () => {
    const smtp = await TestSmtp.start()
    const inboard = await start(smtp)
    smtp.treat = (to) => (to.startsWith('hang') ? 'hang after data' : 'accept')
    const people = Array.from({ length: 11 }, (_, n) => `hang-${n}@example.com`)
    await Promise.all(people.map((email) => inboard.client().requestLink({ email })))
    await inboard.client().requestLink({ email: 'ada@example.com' })
    await smtp.linkTo('ada@example.com')
    expect(smtp.pending.size).toBe(11)
    expect(smtp.asked).toHaveLength(12)
  })
})
