import { beforeAll, describe, expect, test } from 'vitest'
import { eventually, type TestInboard, tokenIn } from '../../support/service/inboard.ts'
import { mailing } from '../../support/service/mailing.ts'
import { type Received, signInBy, TestSmtp } from '../../support/service/smtp.ts'

let smtp: TestSmtp
let inboard: TestInboard
const { start } = mailing()
beforeAll(async () => {
  smtp = await TestSmtp.start()
  inboard = await start(smtp)
})

async function messageTo(email: string): Promise<Received> {
  await inboard.client().requestLink({ email })
  return await eventually(() => smtp.to(email)[0], `a message to ${email}`)
}

const linksIn = (text = '') => text.match(/https?:\/\/[^\s"'<>]+/g) ?? []

describe('a sign-in message', () => {
  test('has everything that a message of a service should have', async () => {
    const before = Date.now()
    const { from, to, email, raw } = await messageTo('ada@example.com')
    expect(from).toBe('no-reply@localhost')
    expect(to).toBe('ada@example.com')
    expect(email.from).toEqual({ name: 'Inboard', address: 'no-reply@localhost' })
    expect(email.to).toEqual([{ name: '', address: 'ada@example.com' }])
    expect(email.subject).toBe('Your sign-in link for Inboard')
    expect(email.messageId).toMatch(/^<[0-9a-f-]{36}@localhost>$/)
    expect(email.headers.filter(({ key }) => key === 'auto-submitted')).toMatchObject([
      { value: 'auto-generated' },
    ])
    const date = Date.parse(email.date ?? '')
    expect(date).toBeGreaterThan(before - 2000)
    expect(date).toBeLessThan(Date.now() + 2000)
    expect(raw).toContain('Content-Type: multipart/alternative')
    // Short lines (RFC 5321 §4.5.3.1.6) of ASCII only, as not every mail server supports 8BITMIME.
    expect(raw.split('\r\n').every((line) => /^[\t\x20-\x7e]{0,998}$/.test(line))).toBe(true)
  })

  test('has the whole link in its text and in its HTML, and no other URL', async () => {
    const { email, raw } = await messageTo('bob@example.com')
    const [link = '', ...others] = linksIn(email.text)
    expect(link).toMatch(new RegExp(`^${inboard.world.config.appUrl}/verify-email\\?token=[\\w-]{43}$`))
    expect(others).toEqual([])
    expect(new Set(linksIn(email.html))).toEqual(new Set([link]))
    expect(email.html).toContain(`<a href="${link}"`)
    // The link is intact in the raw message too, for clients that do not decode quoted-printable.
    expect(raw.split('\r\n')).toContain(link)
    const { user } = await inboard.client().openLink({ token: tokenIn(link) })
    expect(user.email).toBe('bob@example.com')
  })

  test.each([
    ["a'b+c&d@example.com"],
    ['=?utf-8?q?x?=@example.com'],
    ['{|}~!#$%^*`@example.com'],
    ['-oqmail@example.com'],
    [`${'l'.repeat(64)}@${'d'.repeat(60)}.${'e'.repeat(60)}.example.com`],
  ])('reaches %s and nobody else, with HTML that is not broken by it', async (address) => {
    const { from, email } = await messageTo(address)
    expect(from).toBe('no-reply@localhost')
    expect(linksIn(email.html)).toHaveLength(3)
    expect(openTags(email.html ?? '')).toEqual([])
    const { user } = await inboard.client().openLink({ token: tokenIn(email.text ?? '') })
    expect(user.email).toBe(address)
  })

  test('to an international domain arrives under its punycode name', async () => {
    await inboard.client().requestLink({ email: 'Jo@Bücher.example' })
    const { raw, commands } = await eventually(() => smtp.to('jo@bücher.example')[0], 'the message')
    expect(raw).toContain('\r\nTo: jo@xn--bcher-kva.example\r\n')
    expect(commands).toContain('C: RCPT TO:<jo@xn--bcher-kva.example>')
  })

  test('differs from one request to the next in its token and its id', async () => {
    const [one, two] = [await messageTo('one@example.com'), await messageTo('two@example.com')]
    expect(tokenIn(one.email.text ?? '')).not.toBe(tokenIn(two.email.text ?? ''))
    expect(one.email.messageId).not.toBe(two.email.messageId)
  })
})

test('a change of address is confirmed at the new address, in other words', async () => {
  const client = await signInBy(smtp, inboard, 'old@example.com')
  await client.requestAddressChange({ email: 'new@example.com' })
  const { email } = await eventually(() => smtp.to('new@example.com')[0], 'the message')
  expect(email.subject).toBe('Confirm your new address for Inboard')
  expect(email.subject).not.toBe(smtp.to('old@example.com')[0]?.email.subject)
  expect(email.text).not.toMatch(/sign in/i)
  // The new address may be mistyped and belong to a stranger, who must not learn whose account this is.
  expect(`${email.text}${email.html}`).not.toContain('old@example.com')
  expect(smtp.to('old@example.com')).toHaveLength(1)
  const { user } = await inboard.client().openLink({ token: tokenIn(email.text ?? '') })
  expect(user.email).toBe('new@example.com')
})

/** Tags without their counterpart: opened and never closed, or closed and never opened. */
function openTags(html: string): string[] {
  const empty = ['meta', '!doctype']
  const open: string[] = []
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([!a-z0-9]+)(?:\s+[a-z-]+(?:="[^"<>]*")?)*>/gi)) {
    if (empty.includes(name.toLowerCase())) continue
    if (slash && open.at(-1) === name) open.pop()
    else open.push(slash + name)
  }
  const signs = html.replace(/<[^<>]*>/g, '')
  return /[<>]/.test(signs) ? [...open, signs] : open
}
