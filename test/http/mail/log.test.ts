import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { newDataFolder } from '../../support/machine/folders.ts'
import { eventually, startTestInboard, type TestInboard, tokenIn } from '../../support/service/inboard.ts'
import { retriedUntilSent, sent } from './sendmail-program.ts'

const folder = newDataFolder()
const running: TestInboard[] = []
afterAll(() => Promise.all(running.map((one) => one.stop())))

async function start(environment: Record<string, string>) {
  const inboard = await startTestInboard(environment)
  running.push(inboard)
  return inboard
}

describe('the log transport', () => {
  test('keeps each message as one line that only its owner can read, however many come at once', async () => {
    const file = join(folder, 'many', 'deep', 'mail.log')
    const servers = await Promise.all([start({ MAIL_LOG_FILE: file }), start({ MAIL_LOG_FILE: file })])
    const people = Array.from({ length: 60 }, (_, n) => `person-${n}@example.com`)
    await Promise.all(people.map((email, n) => servers[n % 2]?.client().requestLink({ email })))
    await Promise.all(servers.map((inboard) => sent(inboard, 30)))
    const mails = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(mails.map(({ to }) => to).toSorted()).toEqual(people.toSorted())
    for (const mail of mails) expect(Object.keys(mail)).toEqual(['at', 'to', 'subject', 'text'])
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('tries again when the file cannot be written', async () => {
    const file = join(folder, 'in-the-way', 'mail.log')
    const inboard = await start({ MAIL_LOG_FILE: file })
    // A folder in place of the file makes the write fail even for root, who ignores permissions.
    rmSync(file, { force: true })
    mkdirSync(file, { recursive: true })
    await inboard.client().requestLink({ email: 'ada@example.com' })
    expect((await eventually(() => inboard.log[0], 'a line in the log')).reason).toBe('EISDIR')
    expect(await inboard.metric('inboard_mail_waiting')).toBe(1)
    rmSync(file, { recursive: true })
    await retriedUntilSent(inboard)
    const [line = '', ...more] = readFileSync(file, 'utf8').trimEnd().split('\n')
    expect(more).toEqual([])
    await inboard.client().openLink({ token: tokenIn(JSON.parse(line).text) })
  })
})
