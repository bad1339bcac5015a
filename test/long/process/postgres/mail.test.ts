import { beforeAll, expect, test } from 'vitest'
import type { PostgresServer } from '../../../support/databases/postgres-server.ts'
import { sharedPostgres } from '../../../support/databases/shared-postgres.ts'
import { eventually, startTestInboard, TestClock } from '../../../support/service/inboard.ts'
import { TestSmtp } from '../../../support/service/smtp.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await sharedPostgres()
})

test('two instances that mail share the work, and each message is sent once', async () => {
  await postgres.createMigratedDatabase('mailing')
  const smtp = await TestSmtp.stopped()
  // It stands still: no claim runs out, however busy the machine is.
  const instant = Date.now()
  const clock = Object.assign(new TestClock(), { now: () => instant })
  const start = (parameters: Record<string, string> = {}) => {
    const environment = {
      DATABASE_URL: postgres.url('mailing', { ...parameters, connectionTimeoutMillis: '60000' }),
      JWT_SECRET: 'the secret of every instance here',
      AUTH_RATE_LIMIT: '0',
      ...smtp.environment,
    }
    return startTestInboard(environment, undefined, clock)
  }
  const first = await start()
  const addresses = Array.from({ length: 50 }, (_, index) => `reader-${index}@example.com`)
  await Promise.all(addresses.map((email) => first.client().requestLink({ email })))
  await first.stop()

  const outsider = await postgres.connect('mailing')
  const setTurns = (ahead: number) =>
    outsider.query('update outbox set next_attempt_at = $1', [new Date(instant + ahead).toISOString()])
  await setTurns(1000)
  // Nobody is done with the first ones before both have begun.
  smtp.treat = () => 'hang after data'
  await smtp.start()
  const mailing = [await start(), await start({ prepare: 'off' })]
  await setTurns(-1000)
  await eventually(() => smtp.pending.size > 20 || undefined, 'both to be at it')
  smtp.treat = () => 'accept'
  await eventually(async () => {
    // Some were on their way when it changed its mind.
    for (const message of smtp.pending) message.accept()
    const { rows } = await outsider.query('select count(*)::integer as waiting from outbox')
    return rows[0].waiting === 0 || undefined
  }, 'the outbox to be empty')
  await outsider.end()
  expect(smtp.received.map(({ to }) => to).sort()).toEqual(addresses.toSorted())
  expect(smtp.asked).toHaveLength(50)
  const sent = await Promise.all(mailing.map(({ metric }) => metric('inboard_mail_sent_total')))
  expect(Math.min(...sent)).toBeGreaterThan(0)
  expect(sent.reduce((sum, one) => sum + one)).toBe(50)
  await Promise.all(mailing.map((one) => one.stop()))
  await smtp.stop()
})
