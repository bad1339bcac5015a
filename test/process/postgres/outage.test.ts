import { beforeAll, expect, test } from 'vitest'
import type { PostgresServer } from '../../support/databases/postgres-server.ts'
import { sharedPostgres } from '../../support/databases/shared-postgres.ts'
import { startTestInboard } from '../../support/service/inboard.ts'
import { TestSmtp } from '../../support/service/smtp.ts'
import {
  type Asked,
  environmentOn,
  fallSilent,
  impatience,
  outcomeOf,
  peopleOn,
  reading,
  ready,
  works,
  writing,
} from './outages.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await sharedPostgres()
})

// Whether anything is lost when its connections break under load is among the long tests, and when it is killed, among the faults.
test('PostgreSQL that is gone is told to everyone who asks, and the mail that waits is sent afterwards', async () => {
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

// That it keeps no server from ending either is in errors.test.ts, and with a process among the long tests.
test('PostgreSQL that says nothing any more makes nobody wait for ever', async () => {
  const [token = ''] = await peopleOn(postgres, 'silent')
  const inboard = await startTestInboard(
    environmentOn(postgres, 'silent', { ...impatience, query_timeout: '1500' }),
  )
  await fallSilent(postgres, { server: inboard, token })
  await inboard.stop()
})
