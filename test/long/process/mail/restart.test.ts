import { afterAll, expect, test } from 'vitest'
import { countWaiting } from '../../../../src/server/mail/outbox.ts'
import { cleanUp, newFolder } from '../../../support/processes/process.ts'
import { eventually, startTestInboard } from '../../../support/service/inboard.ts'
import { TestSmtp } from '../../../support/service/smtp.ts'

afterAll(cleanUp)

test('messages of an instance that ended in good order while the mail server was down are sent by the next one', async () => {
  const smtp = await TestSmtp.stopped()
  const [folder, environment] = [newFolder(), smtp.environment]
  const first = await startTestInboard(environment, folder)
  const people = ['ada@example.com', 'bob@example.com', 'cyd@example.com']
  await Promise.all(people.map((email) => first.client().requestLink({ email })))
  expect(await first.metric('inboard_mail_waiting')).toBe(3)
  await first.stop()

  await smtp.start()
  const second = await startTestInboard(environment, folder)
  for (const email of people) await second.client().openLink({ token: await smtp.linkTo(email) })
  await eventually(async () => (await countWaiting(second.world.db)) === 0 || undefined, 'an empty outbox')
  expect(smtp.received).toHaveLength(3)
  await second.stop()
  await smtp.stop()
})
