import { expect } from 'vitest'
import { codeOfRefusal, TestClock, type TestInboard, tokenIn } from '../../support/service/inboard.ts'
/** Stands still until it is moved, so that waits can be told to the second, however busy the machine is. */
export class StillClock extends TestClock {
  #time = Date.now()
  override now = () => this.#time
  override advance(milliseconds: number) {
    this.#time += milliseconds
  }
}

export const minute = 60_000
export const limit = 3

let names = 0
export const newAddress = () => `limited-${++names}@example.com`

export const codeFor = (email: string, by: TestInboard) => codeOfRefusal(by.client().requestLink({ email }))

export const ask = (email: string, by: TestInboard) =>
  by.request('POST', '/api/auth/magic-link', { body: { email } })

/** How many links. When the clock is put forward while one is being sent, its lease is over and another instance sends it, too. */
export const sentTo = (email: string, by: TestInboard) =>
  new Set(
    by
      .mails()
      .filter(({ to }) => to === email)
      // The rest of the URL is that of the instance.
      .map(({ text }) => tokenIn(text)),
  ).size

/** Asks for a link, and waits until it is sent: whatever is unsent when its link expires is never sent. */
export async function receive(email: string, by: TestInboard): Promise<void> {
  const before = sentTo(email, by)
  expect(await codeFor(email, by)).toBe('accepted')
  await by.linkTo(email, before + 1)
}

/** Asks for as many links as may go at once, a minute apart, and waits another minute. */
export async function useUp(email: string, by: TestInboard, count = limit): Promise<void> {
  for (let time = 0; time < count; time++) {
    await receive(email, by)
    by.clock.advance(minute)
  }
}
