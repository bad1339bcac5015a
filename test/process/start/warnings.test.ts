import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, newFolder, run } from '../../support/processes/process.ts'
import { eventually, tokenIn } from '../../support/service/inboard.ts'

afterAll(cleanUp)

test('a start warns about probable mistakes, prints links, and survives its terminal', async () => {
  const folder = newFolder()
  const secret = join(folder, 'secret')
  writeFileSync(secret, `${'a'.repeat(36)}\n`, { mode: 0o600 })
  const server = await run({
    folder,
    environment: {
      NODE_ENV: 'production',
      LOG_LEVEL: 'debug',
      APP_URL: 'http://board.example.com/boards',
      JWT_SECRET_FILE: secret,
      SMTP_HOST: 'mail.example.com',
      TRUST_POXY: '1',
    },
  })
  const named = ['APP_URL is http:', 'JWT_SECRET is easy', 'SMTP_HOST is not', 'TRUST_POXY is not']
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
  expect(server.stderr().indexOf('Next ')).toBeGreaterThan(server.stderr().lastIndexOf('WARNING'))

  // One that shows only when requests come.
  await server.request('GET', '/healthz', { headers: { 'x-forwarded-for': '192.0.2.1' } })
  await eventually(() => warningsOf(server.stderr()).length > named.length || undefined, 'another warning')
  expect(warningsOf(server.stderr()).at(-1)).toMatch(/^TRUST_PROXY is 0, but /)
  expect(await logged()).toEqual(warningsOf(server.stderr()))

  const { child, client, stderr, stdout, mails, kill } = server
  const mailTo = (email: string) =>
    eventually(() => mails().find(({ to }) => to === email), `a message to ${email}`)
  await client().requestLink({ email: 'ada@example.com' })
  const mail = await mailTo('ada@example.com')
  expect(Object.keys(mail)).toEqual(['at', 'to', 'subject', 'text'])
  expect(mail.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const token = tokenIn(mail.text)
  const link = `http://board.example.com/boards/verify-email?token=${token}`
  expect(mail.text).toContain(link)
  await eventually(
    () => stderr().includes(`for ada@example.com:\n  ${link}\n`) || undefined,
    'the link in the terminal',
  )
  expect(statSync(join(folder, 'mail.log')).mode & 0o777).toBe(0o600)
  const session = await client().openLink({ token })
  await client(session.token).readMe()
  expect(existsSync(join(folder, 'jwt-secret'))).toBe(false)
  expect(stdout()).not.toContain(token)
  expect(stdout()).not.toContain('ada@example.com')

  child.stdout?.destroy()
  child.stderr?.destroy()
  for (const email of ['bob@example.com', 'cleo@example.com']) {
    await client().requestLink({ email })
    await mailTo(email)
  }
  expect(await kill('SIGTERM')).toEqual({ code: 0, signal: null })
})
