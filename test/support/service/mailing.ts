import { rmSync } from 'node:fs'
import { afterAll } from 'vitest'
import { newDataFolder } from '../machine/folders.ts'
import { eventually, startTestInboard, type TestClock, type TestInboard } from './inboard.ts'
import type { Pending, TestSmtp } from './smtp.ts'

/** For a test file: starts services with a mail server, and stops both after its last test. */
export function mailing() {
  const running: { stop(): Promise<void> }[] = []
  const folders: string[] = []
  afterAll(async () => {
    await Promise.all(running.map((one) => one.stop()))
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  return {
    async start(
      smtp: TestSmtp,
      environment: Record<string, string> = {},
      folder?: string,
      clock?: TestClock,
    ) {
      const inboard = await startTestInboard({ ...smtp.environment, ...environment }, folder, clock)
      running.push(smtp, inboard)
      return inboard
    },
    newFolder() {
      const folder = newDataFolder()
      folders.push(folder)
      return folder
    },
  }
}

export const waiting = (inboard: TestInboard) => inboard.metric('inboard_mail_waiting')
export const failures = (inboard: TestInboard) => inboard.metric('inboard_mail_failures_total')
export const givenUp = (inboard: TestInboard) => inboard.metric('inboard_mail_given_up_total')

/** Waits for something that happens on a later attempt. Each look advances the mailer's clock by a second. */
export const afterRetries = <T>(
  { clock, world }: TestInboard,
  look: () => T | undefined | Promise<T | undefined>,
  what: string,
): Promise<T> =>
  eventually(() => {
    clock.advance(1000)
    world.mailer.wake()
    return look()
  }, what)

export const nothingWaits = (inboard: TestInboard) =>
  afterRetries(inboard, async () => (await waiting(inboard)) === 0 || undefined, 'an empty outbox')

/** Waits for a message that is sent on a later attempt. Resolves to the token of its link. */
export async function retriedLinkTo(smtp: TestSmtp, inboard: TestInboard, address: string): Promise<string> {
  await afterRetries(inboard, () => smtp.to(address)[0], `a message to ${address}`)
  return await smtp.linkTo(address)
}

export const firstFailure = (inboard: TestInboard) =>
  eventually(
    () => inboard.log.find(({ msg }) => msg === 'a message could not be sent yet'),
    'a line about the failure in the log',
  )

export const firstPending = (smtp: TestSmtp) =>
  eventually((): Pending | undefined => [...smtp.pending][0], 'a message that hangs')
