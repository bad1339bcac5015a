import { afterAll, expect, test } from 'vitest'
import { cleanUp, run } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'

afterAll(cleanUp)

test('a start warns of what is probably a mistake, on the terminal and in the log, and runs', async () => {
  const server = await run({
    environment: {
      NODE_ENV: 'production',
      APP_URL: 'http://board.example.com/boards',
      JWT_SECRET: 'a'.repeat(36),
      SMTP_HOST: 'mail.example.com',
      TRUST_POXY: '1',
    },
  })
  const named = [
    'APP_URL is http:',
    'APP_URL has the path',
    'JWT_SECRET is easy',
    'SMTP_HOST is not',
    'TRUST_POXY is not',
  ]
  const warningsOf = (text: string) =>
    [...text.matchAll(/^ {2}WARNING {4}(.+)$/gm)].map(([, warning]) => warning)
  await eventually(() => warningsOf(server.stderr()).length === named.length || undefined, 'all warnings')
  /** All that is on the terminal is in the log, too, though it may get there later. */
  const logged = () =>
    eventually(() => {
      const lines = server.stdout().split('\n').slice(0, -1)
      const warnings = lines.filter((line) => line.startsWith('{"level":40'))
      const isAll = warnings.length >= warningsOf(server.stderr()).length
      return isAll ? warnings.map((line) => JSON.parse(line).msg) : undefined
    }, 'all warnings in the log')
  expect(warningsOf(server.stderr())).toEqual(named.map((start) => expect.stringMatching(`^${start}`)))
  expect(await logged()).toEqual(warningsOf(server.stderr()))
  expect(server.stderr()).not.toContain('a'.repeat(36))

  // One that shows only when requests come.
  await server.request('GET', '/healthz', { headers: { 'x-forwarded-for': '192.0.2.1' } })
  await eventually(() => warningsOf(server.stderr()).length > named.length || undefined, 'another warning')
  expect(warningsOf(server.stderr()).at(-1)).toMatch(/^TRUST_PROXY is 0, but /)
  expect(await logged()).toEqual(warningsOf(server.stderr()))
})
