import { afterAll, expect, test } from 'vitest'
import { countWaiting } from '../../../../src/server/mail/outbox.ts'
import { cleanUp, newFolder, run } from '../../../support/processes/process.ts'
import { eventually, startTestInboard, TestClock } from '../../../support/service/inboard.ts'
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

test('messages of an instance that was killed while the mail server hung are sent by the next one when its claim has run out, once', async () => {
  const smtp = await TestSmtp.start()
  const [folder, environment] = [newFolder(), smtp.environment]
  smtp.treat = () => 'hang after data'
  const first = await run({ folder, environment })
  await first.client().requestLink({ email: 'ada@example.com' })
  await eventually(() => smtp.pending.size > 0 || undefined, 'a message that hangs')
  await first.kill('SIGKILL')

  smtp.treat = () => 'accept'
  // A clock that is behind leaves the claim of the first one time to last, however busy the machine is.
  const clock = new TestClock()
  clock.advance(-20_000)
  const second = await startTestInboard(environment, folder, clock)
  // It works, and leaves alone what the first one may be sending, for all it knows.
  await second.client().requestLink({ email: 'bob@example.com' })
  await smtp.linkTo('bob@example.com')
  expect(smtp.to('ada@example.com')).toEqual([])
  await eventually(async () => (await countWaiting(second.world.db)) === 1 || undefined, 'the record of it')

  clock.advance(35_000)
  await second.client().openLink({ token: await smtp.linkTo('ada@example.com') })
  await eventually(async () => (await countWaiting(second.world.db)) === 0 || undefined, 'an empty outbox')
  expect(smtp.asked).toEqual(['ada@example.com', 'bob@example.com', 'ada@example.com'])
  await second.stop()
  await smtp.stop()
})
