import { beforeAll, expect, test } from 'vitest'
import { eventually, type TestInboard } from '../../support/service/inboard.ts'
import { mailing, nothingWaits, retriedLinkTo } from '../../support/service/mailing.ts'
import { TestSmtp } from '../../support/service/smtp.ts'

import { expectRecovery, type Scenario } from './troubles.ts'

const { start } = mailing()

let smtp: TestSmtp
let inboard: TestInboard
beforeAll(async () => {
  smtp = await TestSmtp.start()
  inboard = await start(smtp)
})

const scenarios: Scenario[] = [
  {
    name: 'turns everyone away at the door',
    treatment: { at: 'greeting', code: 421 },
    reason: /^EPROTOCOL CONN 421$/,
  },
  {
    name: 'greylists the recipient',
    treatment: { at: 'recipient', code: 451 },
    reason: /^EENVELOPE RCPT TO 451$/,
  },
  {
    name: 'refuses the recipient',
    treatment: { at: 'recipient', code: 550 },
    reason: /^EENVELOPE RCPT TO 550$/,
  },
  {
    name: 'has no room for the message',
    treatment: { at: 'data', code: 452 },
    reason: /^EMESSAGE DATA 452$/,
  },
  { name: 'refuses the message', treatment: { at: 'data', code: 554 }, reason: /^EMESSAGE DATA 554$/ },
  { name: 'drops the connection within data', treatment: 'drop within data', reason: /^ECONNECTION CONN$/ },
]

test.each(scenarios)('a mail server that $name gets the message, once, when it has recovered', (scenario) =>
  expectRecovery(smtp, inboard, scenario),
)

test('a mail server that is down gets the messages, each once, when it is up', async () => {
  await smtp.stop()
  const [lines, received] = [inboard.log.length, smtp.received.length]
  const people = ['ada@example.com', 'bob@example.com', 'cyd@example.com']
  await Promise.all(people.map((email) => inboard.client().requestLink({ email })))
  const { reason } = await eventually(() => inboard.log[lines], 'a line in the log')
  expect(reason).toBe('ESOCKET ECONNREFUSED CONN')
  await smtp.start()
  for (const email of people)
    await inboard.client().openLink({ token: await retriedLinkTo(smtp, inboard, email) })
  await nothingWaits(inboard)
  expect(smtp.received).toHaveLength(received + 3)
})
