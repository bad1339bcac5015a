import { expect } from 'vitest'
import { eventually, type TestInboard } from '../../support/service/inboard.ts'
import { failures, nothingWaits, retriedLinkTo, waiting } from '../../support/service/mailing.ts'
import type { TestSmtp, Treatment } from '../../support/service/smtp.ts'

export interface Scenario {
  name: string
  treatment: Treatment
  /** The reason that is logged. */
  reason: RegExp
}

/** A message to a server that is treated like this fails, and arrives once when the server has recovered. */
export async function expectRecovery(
  smtp: TestSmtp,
  inboard: TestInboard,
  scenario: Scenario,
): Promise<void> {
  const email = `${scenario.name.replaceAll(' ', '-')}@example.com`
  const sent = () => inboard.metric('inboard_mail_sent_total')
  const [before, lines] = [await sent(), inboard.log.length]
  smtp.treat = () => scenario.treatment
  const answer = await inboard.request('POST', '/api/auth/magic-link', { body: { email } })
  expect(answer.status).toBe(202)
  const { msg, attempts, reason, level } = await eventually(() => inboard.log[lines], 'a line in the log')
  expect({ msg, attempts, level, reason }).toEqual({
    msg: 'a message could not be sent yet',
    attempts: 1,
    level: 40,
    reason: expect.stringMatching(scenario.reason),
  })
  expect(await failures(inboard)).toBeGreaterThan(0)
  expect([await waiting(inboard), await sent()]).toEqual([1, before])
  expect(smtp.to(email)).toEqual([])

  smtp.treat = () => 'accept'
  const { user } = await inboard.client().openLink({ token: await retriedLinkTo(smtp, inboard, email) })
  expect(user.email).toBe(email)
  await nothingWaits(inboard)
  expect(await sent()).toBe(before + 1)
  expect(smtp.to(email)).toHaveLength(1)
}
