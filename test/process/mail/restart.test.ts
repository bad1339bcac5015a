import { afterAll, describe, expect, test } from 'vitest'
import { countWaiting } from '../../../src/server/mail/outbox.ts'
import { cleanUp, newFolder, run } from '../../support/processes/process.ts'
import { eventually, startTestInboard, TestClock } from '../../support/service/inboard.ts'
import { type Pending, TestSmtp } from '../../support/service/smtp.ts'

afterAll(cleanUp)

const firstPending = (smtp: TestSmtp) =>
  eventually((): Pending | undefined => [...smtp.pending][0], 'a message that hangs')

// Those of one that ended while the mail server was down are among the long tests.
describe.concurrent('messages of an instance', () => {
  test('that was killed while the mail server hung is sent by the next one when its claim has run out, once', async () => {
    const smtp = await TestSmtp.start()
    const [folder, environment] = [newFolder(), smtp.environment]
    smtp.treat = () => 'hang after data'
    const first = await run({ folder, environment })
    await first.client().requestLink({ email: 'ada@example.com' })
    await firstPending(smtp)
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

  test('that is asked to end while the mail server has one in hand is waited for and recorded', async () => {
    const smtp = await TestSmtp.start()
    const [folder, environment] = [newFolder(), smtp.environment]
    smtp.treat = () => 'hang after data'
    const first = await startTestInboard(environment, folder)
    await first.client().requestLink({ email: 'ada@example.com' })
    const pending = await firstPending(smtp)
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
