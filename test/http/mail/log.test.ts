import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDataFolder } from '../../support/machine/folders.ts'
import { eventually, startTestInboard, type TestInboard, tokenIn } from '../../support/service/inboard.ts'
import { nothingWaits } from '../../support/service/mailing.ts'

const file = join(newDataFolder(), 'many', 'deep', 'mail.log')

let servers: TestInboard[]
beforeAll(async () => {
  const start = () => startTestInboard({ MAIL_LOG_FILE: file })
  servers = await Promise.all([start(), start()])
})
afterAll(() => Promise.all(servers.map((one) => one.stop())))

const linesIn = (path: string) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('the log transport', () => {
  test('keeps each message as one line that only its owner can read, however many come at once', async () => {
    const people = Array.from({ length: 30 }, (_, n) => `person-${n}@example.com`)
    await Promise.all(people.map((email, n) => servers[n % 2]?.client().requestLink({ email })))
    await Promise.all(servers.map(nothingWaits))
    const mails = linesIn(file)
    expect(mails.map(({ to }) => to).toSorted()).toEqual(people.toSorted())
    for (const mail of mails) expect(Object.keys(mail)).toEqual(['at', 'to', 'subject', 'text'])
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('tries again when the file cannot be written', async () => {
    const inboard = servers[0] ?? expect.unreachable()
    // A folder in place of the file makes the write fail even for root, who ignores permissions.
    rmSync(file)
    mkdirSync(file)
    await inboard.client().requestLink({ email: 'ada@example.com' })
    expect((await eventually(() => inboard.log[0], 'a line in the log')).reason).toBe('EISDIR')
    expect(await inboard.metric('inboard_mail_waiting')).toBe(1)
    rmSync(file, { recursive: true })
    await nothingWaits(inboard)
    const mails = linesIn(file)
    expect(mails).toHaveLength(1)
    await inboard.client().openLink({ token: tokenIn(mails[0].text) })
  })
})
