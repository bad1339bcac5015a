import { describe, expect, test } from 'vitest'
import { codeOfRefusal, eventually, type TestInboard } from '../../support/service/inboard.ts'
import { firstPending, mailing, nothingWaits } from '../../support/service/mailing.ts'
import { TestSmtp } from '../../support/service/smtp.ts'

const { start, newFolder } = mailing()

describe('of two that share an outbox', () => {
  async function startTwo(smtp: TestSmtp) {
    const folder = newFolder()
    smtp.treat = () => 'hang after data'
    const first = await start(smtp, {}, folder)
    await first.client().requestLink({ email: 'ada@example.com' })
    await firstPending(smtp)
    return { first, second: await start(smtp, {}, folder) }
  }

  async function turn({ world }: TestInboard): Promise<number> {
    const row = await world.db.get<{ next_attempt_at: string }>`select next_attempt_at from outbox`
    return Date.parse(row?.next_attempt_at ?? '')
  }

  test('the one that sends keeps its claim for as long as it takes', async () => {
    const smtp = await TestSmtp.start()
    const { first, second } = await startTwo(smtp)
    const claimed = await turn(first)
    const renewed = await eventually(async () => {
      const now = await turn(first)
      return now > claimed ? now : undefined
    }, 'a renewal')
    // After the lease would have expired, and before the renewed lease does.
    second.clock.advance(claimed + 1000 - second.clock.now())
    expect(second.clock.now()).toBeLessThan(renewed)
    await second.client().requestLink({ email: 'sentinel@example.com' })
    await eventually(() => smtp.asked.includes('sentinel@example.com') || undefined, 'the next message')
    expect(smtp.asked.filter((to) => to === 'ada@example.com')).toHaveLength(1)
  })

  test('the one whose claim has passed to the other does not meddle with it', async () => {
    const smtp = await TestSmtp.start()
    const { first, second } = await startTwo(smtp)
    const [lost] = smtp.pending
    second.clock.advance(15_000)
    await eventually(() => smtp.pending.size === 2 || undefined, 'the other to send it as well')
    const claimed = await turn(second)
    lost?.drop()
    await eventually(() => first.log[0], 'the failure')
    // This write queues behind whatever the first instance still writes about the message.
    await codeOfRefusal(first.client().requestLink({ email: 'ada@example.com' }))
    expect(await turn(second)).toBeGreaterThanOrEqual(claimed)
    const [held] = smtp.pending
    held?.accept()
    await nothingWaits(second)
    expect(smtp.asked).toHaveLength(2)
    expect(smtp.received).toHaveLength(1)
  })
})
