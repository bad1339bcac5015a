import { expect } from 'vitest'
import type { TestInboard } from '../../support/service/inboard.ts'

export const minute = 60_000

export const ask = (inboard: TestInboard, email: string) =>
  inboard.request('POST', '/api/auth/magic-link', { body: { email } })
export const sentTo = (inboard: TestInboard, email: string) =>
  inboard.mails().filter(({ to }) => to === email).length

/** Everything that was asked for so far has been sent, or never will be. */
export async function settle(inboard: TestInboard): Promise<void> {
  await expect.poll(() => inboard.metric('inboard_mail_waiting')).toBe(0)
}
