import { rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { expectRecovery } from '../../../http/mail/troubles.ts'
import { newDataFolder } from '../../../support/machine/folders.ts'
import { eventually, startTestInboard } from '../../../support/service/inboard.ts'
import { mailing, retriedLinkTo } from '../../../support/service/mailing.ts'
import { TestSmtp } from '../../../support/service/smtp.ts'

const { start } = mailing()

// Each of these waits for a time limit of the mailer, which no clock of a test can shorten.

test.concurrent('a mail server that hangs before its greeting gets the message, once, when it has recovered', async () => {
  const smtp = await TestSmtp.start()
  await expectRecovery(smtp, await start(smtp), {
    name: 'hangs before its greeting',
    treatment: 'hang before greeting',
    reason: /^The server says nothing on this port\. If it expects TLS there, use smtps:/,
  })
})

describe.concurrent('a mail server that', () => {
  test('hangs for ever does not keep Inboard from ending, and gets the message from the next one', async () => {
    const smtp = await TestSmtp.start()
    const folder = newDataFolder()
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

  test('hangs on more than can hang at once gets the rest as soon as some have ended', async () => {
    const smtp = await TestSmtp.start()
    const inboard = await start(smtp)
    smtp.treat = (to) => (to.startsWith('hang') ? 'hang after data' : 'accept')
    const people = Array.from({ length: 21 }, (_, n) => `hang-${n}@example.com`)
    await Promise.all(people.map((email) => inboard.client().requestLink({ email })))
    await eventually(() => smtp.pending.size === 20 || undefined, 'twenty that hang')
    await inboard.client().requestLink({ email: 'ada@example.com' })
    for (const pending of smtp.pending) pending.drop()
    await retriedLinkTo(smtp, inboard, 'ada@example.com')
    expect(smtp.received).toHaveLength(1)
  })
})
