import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDataFolder } from '../../support/machine/folders.ts'
import { eventually, startTestInboard, type TestInboard, tokenIn } from '../../support/service/inboard.ts'
import { nothingWaits } from '../../support/service/mailing.ts'
import { sendmail } from './sendmail-program.ts'

/** While this file is there, the program fails. */
const broken = join(newDataFolder(), 'broken')
const program = sendmail(`[ ! -e '${broken}' ] || exit 75`)

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard({ ...program.environment, MAIL_FROM: 'Boards, Cards <mail@example.org>' })
})
afterAll(() => inboard.stop())

/** The messages to an address, one for each time that the program was run for it. */
async function messagesTo(address: string) {
  const emails = await Promise.all(program.messages().map((message) => PostalMime.parse(message)))
  return emails.filter(({ to }) => to?.[0]?.address === address)
}

/** Asks for a link, and returns the reason why it could not be sent. */
async function failureFor(email: string): Promise<unknown> {
  const before = inboard.log.length
  await inboard.client().requestLink({ email })
  return (await eventually(() => inboard.log[before], 'a line in the log')).reason
}

describe('the sendmail transport', () => {
  test('hands the whole message to the program, with both addresses as arguments', async () => {
    await inboard.client().requestLink({ email: 'ada@example.com' })
    await nothingWaits(inboard)
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
    const addresses = [
      '-oq/tmp@example.com',
      '--help@example.com',
      '-t@example.com',
      "a'b+$x`id`@example.com",
    ]
    for (const email of addresses) await inboard.client().requestLink({ email })
    await nothingWaits(inboard)
    expect(program.arguments()).toEqual(
      expect.arrayContaining(addresses.map((email) => ['-i', '-f', 'mail@example.org', '--', email])),
    )
    expect(program.arguments()).toHaveLength(1 + addresses.length)
  })

  test('tries again when the program fails, and says how it failed', async () => {
    writeFileSync(broken, '')
    expect(await failureFor('bob@example.com')).toBe('sendmail ended with status 75')
    expect(await inboard.metric('inboard_mail_waiting')).toBe(1)
    rmSync(broken)
    await nothingWaits(inboard)
    const emails = await messagesTo('bob@example.com')
    expect(emails.length).toBeGreaterThan(1)
    expect(new Set(emails.map(({ messageId }) => messageId)).size).toBe(1)
    await inboard.client().openLink({ token: tokenIn(emails[0]?.text ?? '') })
  })

  test('tries again when the program has gone missing', async () => {
    chmodSync(program.program, 0o644)
    expect(await failureFor('cyd@example.com')).toBe('EACCES')
    chmodSync(program.program, 0o755)
    await nothingWaits(inboard)
    expect(await messagesTo('cyd@example.com')).toHaveLength(1)
  })
})
