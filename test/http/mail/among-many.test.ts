import { beforeAll, describe, expect, test } from 'vitest'
import { eventually, type TestInboard } from '../../support/service/inboard.ts'
import { mailing, waiting } from '../../support/service/mailing.ts'
import { TestSmtp } from '../../support/service/smtp.ts'

const { start } = mailing()

describe('a mail server that', () => {
  let smtp: TestSmtp
  let inboard: TestInboard
  beforeAll(async () => {
    smtp = await TestSmtp.start()
    inboard = await start(smtp)
  })

  const waitingAre = (count: number) =>
    eventually(async () => (await waiting(inboard)) === count || undefined, `${count} to wait`)

  test('hangs on more recipients than are sent to at once gets the message to another meanwhile', async () => {
    smtp.treat = (to) => (to.startsWith('hang') ? 'hang after data' : 'accept')
    const people = Array.from({ length: 11 }, (_, n) => `hang-${n}@example.com`)
    await Promise.all(people.map((email) => inboard.client().requestLink({ email })))
    await inboard.client().requestLink({ email: 'ada@example.com' })
    await smtp.linkTo('ada@example.com')
    expect(smtp.pending.size).toBe(11)
    expect(smtp.asked).toHaveLength(12)
    for (const pending of [...smtp.pending]) pending.accept()
    await waitingAre(0)
  })

  test('refuses one recipient among many gets the others at once', async () => {
    smtp.treat = (to) => (to.startsWith('nobody') ? { at: 'recipient', code: 550 } : 'accept')
    const people = Array.from({ length: 20 }, (_, n) => `${n % 2 ? 'nobody' : 'somebody'}-${n}@example.com`)
    await Promise.all(people.map((email) => inboard.client().requestLink({ email })))
    const some = () => smtp.received.filter(({ to }) => to.startsWith('somebody'))
    await eventually(() => some().length === 10 || undefined, 'ten messages')
    await waitingAre(10)
    expect(smtp.received.filter(({ to }) => to.startsWith('nobody'))).toEqual([])
  })
})
