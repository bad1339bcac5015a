import { beforeAll, describe, expect, test } from 'vitest'
import { eventually, tokenIn } from '../../support/service/inboard.ts'
import { mailing } from '../../support/service/mailing.ts'
import { TestSmtp } from '../../support/service/smtp.ts'
import { deliver } from './delivering.ts'

const { start } = mailing()
let smtp: TestSmtp
beforeAll(async () => {
  smtp = await TestSmtp.start()
})

const linksIn = (text = '') => text.match(/https?:\/\/[^\s"'<>]+/g) ?? []

test('the link is built from APP_URL, whatever the request says about hosts', async () => {
  const there = await start(smtp, { APP_URL: 'https://board.example.org/boards/', TRUST_PROXY: '2' })
  const email = 'headers@example.com'
  const answer = await there.request('POST', '/api/auth/magic-link', {
    body: { email },
    headers: {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'host=evil.example;proto=http',
      origin: 'https://evil.example',
      referer: 'https://evil.example/',
    },
  })
  expect(answer.status).toBe(202)
  const message = await eventually(() => smtp.to(email)[0], 'the message')
  const token = tokenIn(message.email.text ?? '')
  const link = `https://board.example.org/boards/verify-email?token=${token}`
  expect(linksIn(message.email.text)).toEqual([link])
  expect(message.email.html).toContain(`href="${link}"`)
  expect(new Set(linksIn(message.email.html))).toEqual(new Set([link]))
  expect(message.raw).not.toContain('evil')
  expect(message.from).toBe('no-reply@board.example.org')
})

describe('MAIL_FROM', () => {
  let messages = 0

  test.each([
    ['mail@example.org', '', 'mail@example.org'],
    ['Boards, Cards & Co. <mail@example.org>', 'Boards, Cards & Co.', 'mail@example.org'],
    ['"Boards, Cards" <mail@example.org>', 'Boards, Cards', 'mail@example.org'],
    ['"The \\"Board\\"" <mail@example.org>', 'The "Board"', 'mail@example.org'],
    ['Käfer & Söhne 看板 <mail@example.org>', 'Käfer & Söhne 看板', 'mail@example.org'],
    ['Kanban <mail@bücher.example>', 'Kanban', 'mail@xn--bcher-kva.example'],
  ])('%s is one sender with that name and address', async (setting, name, address) => {
    const to = `from-${++messages}@example.com`
    await deliver(smtp, { MAIL_FROM: setting }, to)
    const { email, commands } = smtp.to(to)[0] ?? expect.unreachable()
    expect(commands).toContain(`C: MAIL FROM:<${address}>`)
    expect(email.from).toEqual({ name, address })
    expect(email.messageId).toMatch(/^<[0-9a-f-]{36}@[a-z0-9.-]+>$/)
    expect(email.headers.filter(({ key }) => key === 'from')).toHaveLength(1)
  })
})
