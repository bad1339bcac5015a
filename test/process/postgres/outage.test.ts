import { beforeAll, expect, test } from 'vitest'
import type { PostgresServer } from '../../support/databases/postgres-server.ts'
import { sharedPostgres } from '../../support/databases/shared-postgres.ts'
import { startTestInboard } from '../../support/service/inboard.ts'
import { TestSmtp } from '../../support/service/smtp.ts'
import { type Asked, environmentOn, outcomeOf, peopleOn, reading, ready, works, writing } from './outages.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await sharedPostgres()
})

// Among the long tests: one that falls silent, and whether anything is lost when its connections break under load; among the faults: one that is killed.
test('while PostgreSQL is down, requests get 503, and waiting mail is sent afterwards', async () => {
  const smtp = await TestSmtp.start()
  const [token = ''] = await peopleOn(postgres, 'gone')
  const inboard = await startTestInboard({ ...environmentOn(postgres, 'gone'), ...smtp.environment })
  await smtp.stop()
  await inboard.client().requestLink({ email: 'bob@example.com' })

  await postgres.kill()
  const link: Asked = ['POST', '/api/auth/magic-link', { email: 'cleo@example.com' }]
  for (const one of [ready, reading, writing, link])
    expect(await outcomeOf(inboard, token, one), one[1]).toBe('503 unavailable')
  expect(await outcomeOf(inboard, token, ['GET', '/healthz'])).toBe('200')
  expect(await outcomeOf(inboard, token, ['GET', '/metrics'])).toBe('200')
  expect(inboard.log).not.toEqual([])
  expect(JSON.stringify(inboard.log)).not.toContain('open-sesame')

  await postgres.start()
  await works(inboard, token)
  await smtp.start()
  // Whatever its turn was set to meanwhile, it has come.
  inboard.clock.advance(60_000)
  await inboard.client().openLink({ token: await smtp.linkTo('bob@example.com') })
  await inboard.stop()
  await smtp.stop()
})
