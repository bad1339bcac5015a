import { beforeAll, describe, expect, test } from 'vitest'
import { codeOfRefusal, eventually, type TestInboard } from '../../support/service/inboard.ts'
import { mailing, nothingWaits, waiting } from '../../support/service/mailing.ts'
import { type Pending, TestSmtp } from '../../support/service/smtp.ts'

const { start, newFolder } = mailing()

describe('of two that share an outbox', () => {
  let smtp: TestSmtp
  let first: TestInboard
  let second: TestInboard
  beforeAll(async () => {
    smtp = await TestSmtp.start()
    const folder = newFolder()
    first = await start(smtp, {}, folder)
    second = await start(smtp, {}, folder)
  })

  /** A message that the first has in hand. By the clock of the second, which is slow meanwhile, it is not due yet. */
  async function hangingAtFirst(email: string): Promise<Pending> {
    const behind = 10_000
    second.clock.advance(first.clock.now() - second.clock.now() - behind)
    smtp.treat = () => 'hang after data'
    await first.client().requestLink({ email })
    const pending = await eventually(() => pendingTo(email)[0], 'a message that hangs')
    second.clock.advance(behind)
    return pending
  }

  async function turnOf(email: string): Promise<number> {
    const row = await first.world.db.get<{ next_attempt_at: string }>`
      select next_attempt_at from outbox join links on links.token_hash = outbox.token_hash where email = ${email}`
    return Date.parse(row?.next_attempt_at ?? '')
  }

  const pendingTo = (email: string) => [...smtp.pending].filter(({ to }) => to === email)

  test('the sending process keeps its claim for as long as it takes', async () => {
    await hangingAtFirst('ada@example.com')
    const claimed = await turnOf('ada@example.com')
    const renewed = await eventually(async () => {
      const now = await turnOf('ada@example.com')
      return now > claimed ? now : undefined
    }, 'a renewal')
    // After the lease would have expired, and before the renewed lease does.
    second.clock.advance(claimed + 1000 - second.clock.now())
    expect(second.clock.now()).toBeLessThan(renewed)
    await second.client().requestLink({ email: 'sentinel@example.com' })
    await eventually(() => smtp.pending.size === 2 || undefined, 'the next message')
    expect(smtp.asked).toEqual(['ada@example.com', 'sentinel@example.com'])
    smtp.treat = () => 'accept'
    for (const pending of [...smtp.pending]) pending.accept()
    await eventually(async () => (await waiting(first)) === 0 || undefined, 'an empty outbox')
  })

  test('the one whose claim has passed to the other does not meddle with it', async () => {
    const email = 'bob@example.com'
    const lost = await hangingAtFirst(email)
    const before = first.log.length
    second.clock.advance(15_000)
    await eventually(() => pendingTo(email).length === 2 || undefined, 'the other to send it as well')
    const claimed = await turnOf(email)
    lost.drop()
    await eventually(() => first.log[before], 'the failure')
    // This write queues behind whatever the first instance still writes about the message.
    await codeOfRefusal(first.client().requestLink({ email }))
    expect(await turnOf(email)).toBeGreaterThanOrEqual(claimed)
    pendingTo(email)[0]?.accept()
    await nothingWaits(second)
    expect(smtp.askedFor(email)).toHaveLength(2)
    expect(smtp.to(email)).toHaveLength(1)
  })
})
