import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, describe, expect, test } from 'vitest'
import { newDataFolder } from '../../support/machine/folders.ts'
import { eventually, startTestInboard, type TestInboard, tokenIn } from '../../support/service/inboard.ts'
import { retriedUntilSent, sendmail, sent } from './sendmail-program.ts'

const running: TestInboard[] = []
afterAll(() => Promise.all(running.map((one) => one.stop())))

async function start(environment: Record<string, string>) {
  const inboard = await startTestInboard(environment)
  running.push(inboard)
  return inboard
}

describe('the sendmail transport', () => {
  test('hands the whole message to the program, with both addresses as arguments', async () => {
    const program = sendmail()
    const inboard = await start({ ...program.environment, MAIL_FROM: 'Boards, Cards <mail@example.org>' })
    await inboard.client().requestLink({ email: 'ada@example.com' })
    await sent(inboard, 1)
    expect(program.arguments()).toEqual([['-i', '-f', 'mail@example.org', '--', 'ada@example.com']])
    const [message = ''] = program.messages()
    // sendmail expects plain line feeds and converts them to CRLF itself.
    expect(message).not.toContain('\r')
    const email = await PostalMime.parse(message)
    expect(email).toMatchObject({
      from: { name: 'Boards, Cards', address: 'mail@example.org' },
      to: [{ address: 'ada@example.com' }],
      subject: 'Your sign-in link for Inboard',
    })
    const { user } = await inboard.client().openLink({ token: tokenIn(email.text ?? '') })
    expect(user.email).toBe('ada@example.com')
  })

  test('passes an address on as an address and as nothing else', async () => {
    const program = sendmail()
    const inboard = await start(program.environment)
    const addresses = [
      '-oq/tmp@example.com',
      '--help@example.com',
      '-t@example.com',
      "a'b+$x`id`@example.com",
    ]
    for (const email of addresses) await inboard.client().requestLink({ email })
    await sent(inboard, addresses.length)
    expect(program.arguments().toSorted()).toEqual(
      addresses.map((email) => ['-i', '-f', 'no-reply@localhost', '--', email]).toSorted(),
    )
  })

  test('tries again when the program fails, and says how it failed', async () => {
    const mended = join(newDataFolder(), 'mended')
    const program = sendmail(`[ -e '${mended}' ] || exit 75`)
    const inboard = await start(program.environment)
    await inboard.client().requestLink({ email: 'ada@example.com' })
    const { reason } = await eventually(() => inboard.log[0], 'a line in the log')
    expect(reason).toBe('sendmail ended with status 75')
    expect(await inboard.metric('inboard_mail_waiting')).toBe(1)
    writeFileSync(mended, '')
    await retriedUntilSent(inboard)
    const emails = await Promise.all(program.messages().map((message) => PostalMime.parse(message)))
    expect(emails.length).toBeGreaterThan(1)
    expect(new Set(emails.map(({ messageId }) => messageId)).size).toBe(1)
    await inboard.client().openLink({ token: tokenIn(emails[0]?.text ?? '') })
  })

  test('tries again when the program has gone missing', async () => {
    const program = sendmail()
    const inboard = await start(program.environment)
    chmodSync(program.program, 0o644)
    await inboard.client().requestLink({ email: 'ada@example.com' })
    expect((await eventually(() => inboard.log[0], 'a line in the log')).reason).toBe('EACCES')
    chmodSync(program.program, 0o755)
    await retriedUntilSent(inboard)
    expect(program.messages()).toHaveLength(1)
  })
})
