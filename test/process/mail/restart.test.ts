import { afterAll, expect, test } from 'vitest'
import { countWaiting } from '../../../src/server/mail/outbox.ts'
import { cleanUp, newFolder } from '../../support/processes/process.ts'
import { eventually, startTestInboard, TestClock } from '../../support/service/inboard.ts'
import { type Pending, TestSmtp } from '../../support/service/smtp.ts'

afterAll(cleanUp)

// Those of one that was killed, or that ended while the mail server was down, are among the long tests.
test('messages of an instance that is asked to end while the mail server has one in hand is waited for and recorded', async () => {
  const smtp = await TestSmtp.start()
  const [folder, environment] = [newFolder(), smtp.environment]
  smtp.treat = () => 'hang after data'
  const first = await startTestInboard(environment, folder)
  await first.client().requestLink({ email: 'ada@example.com' })
  const pending = await eventually((): Pending | undefined => [...smtp.pending][0], 'a message that hangs')
  const ended = first.stop()
  await eventually(
    () =>
      first.request('GET', '/healthz').then(
        () => undefined,
        () => true,
      ),
    'no more answers',
  )
  pending.accept()
  await ended

  const second = await startTestInboard(environment, folder)
  expect(await countWaiting(second.world.db)).toBe(0)
  await second.client().openLink({ token: await smtp.linkTo('ada@example.com') })
  await second.stop()
  expect(smtp.asked).toHaveLength(1)
  await smtp.stop()
})

test('messages of two instances that share a database are each sent once, by either', async () => {
  const smtp = await TestSmtp.start()
  const folder = newFolder()
  // It stands still: no claim runs out, however busy the machine is.
  const instant = Date.now()
  const clock = Object.assign(new TestClock(), { now: () => instant })
  const instances = [
    await startTestInboard(smtp.environment, folder, clock),
    await startTestInboard(smtp.environment, folder, clock),
  ] as const
  const people = Array.from({ length: 20 }, (_, n) => `person-${n}@example.com`)
  await Promise.all(people.map((email, n) => instances[n % 2]?.client().requestLink({ email })))
  await eventually(() => smtp.received.length >= 20 || undefined, 'all messages')
  await eventually(async () => (await countWaiting(instances[0].world.db)) === 0 || undefined, 'the records')
  expect(smtp.asked.toSorted()).toEqual(people.toSorted())
  const counts = await Promise.all(instances.map(({ metric }) => metric('inboard_mail_sent_total')))
  expect(Math.min(...counts)).toBeGreaterThan(0)
  expect(counts.reduce((sum, count) => sum + count)).toBe(20)
  await Promise.all(instances.map((instance) => instance.stop()))
  await smtp.stop()
})
