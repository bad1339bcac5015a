import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { outsider } from '../support/databases/engine.ts'
import {
  codeOfRefusal,
  eventually,
  startTestInboard,
  type TestInboard,
  tokenIn,
} from '../support/service/inboard.ts'
import { type Pending, signInBy, TestSmtp } from '../support/service/smtp.ts'

// These tests spend most of their time waiting, so they run concurrently.
vi.setConfig({ maxConcurrency: 8 })

const minute = 60_000
const day = 24 * 60 * minute

const running: { stop(): Promise<void> }[] = []
const folders: string[] = []
afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()))
  for (const folder of folders) rmSync(folder, { recursive: true })
})

async function start(smtp: TestSmtp, environment: Record<string, string> = {}, folder?: string) {
  const inboard = await startTestInboard({ ...smtp.environment, ...environment }, folder)
  running.push(smtp, inboard)
  return inboard
}

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'inboard-'))
  folders.push(folder)
  return folder
}

const waiting = (inboard: TestInboard) => inboard.metric('inboard_mail_waiting')
const givenUp = (inboard: TestInboard) => inboard.metric('inboard_mail_given_up_total')

const nothingWaits = (inboard: TestInboard) =>
  eventually(async () => (await waiting(inboard)) === 0 || undefined, 'an empty outbox')

const firstPending = (smtp: TestSmtp) =>
  eventually((): Pending | undefined => [...smtp.pending][0], 'a message that hangs')

describe.concurrent('a message is not sent', () => {
  test('when a newer request has replaced its change of address', async () => {
    const smtp = await TestSmtp.start()
    const inboard = await start(smtp)
    const client = await signInBy(smtp, inboard, 'ada@example.com')
    await smtp.stop()
    await client.requestAddressChange({ email: 'first@example.com' })
    inboard.clock.advance(minute)
    await client.requestAddressChange({ email: 'second@example.com' })
    expect(await waiting(inboard)).toBe(1)
    await smtp.start()
    const { user } = await inboard.client().openLink({ token: await smtp.linkTo('second@example.com') })
    expect(user.email).toBe('second@example.com')
    await nothingWaits(inboard)
    expect(smtp.asked).toEqual(['ada@example.com', 'second@example.com'])
  })

  test('when its account has given way', async () => {
    const smtp = await TestSmtp.start()
    const inboard = await start(smtp)
    const client = await signInBy(smtp, inboard, 'ada@example.com')
    await client.requestAddressChange({ email: 'wanted@example.com' })
    const token = await smtp.linkTo('wanted@example.com')
    await smtp.stop()
    await inboard.client().requestLink({ email: 'wanted@example.com' })
    expect(await waiting(inboard)).toBe(1)
    await inboard.client().openLink({ token })
    expect(await waiting(inboard)).toBe(0)
    await smtp.start()
    await inboard.client().requestLink({ email: 'sentinel@example.com' })
    await smtp.linkTo('sentinel@example.com')
    expect(smtp.to('wanted@example.com')).toHaveLength(1)
    expect(await givenUp(inboard)).toBe(0)
  })

  test('when a completed change of address has withdrawn it', async () => {
    const smtp = await TestSmtp.start()
    const inboard = await start(smtp)
    const client = await signInBy(smtp, inboard, 'old@example.com')
    await client.requestAddressChange({ email: 'new@example.com' })
    const token = await smtp.linkTo('new@example.com')
    await smtp.stop()
    inboard.clock.advance(minute)
    await inboard.client().requestLink({ email: 'old@example.com' })
    await inboard.client().openLink({ token })
    expect(await waiting(inboard)).toBe(0)
  })

  test('when its link has expired: it is given up, counted and removed', async () => {
    const smtp = await TestSmtp.stopped()
    const inboard = await start(smtp)
    await inboard.client().requestLink({ email: 'ada@example.com' })
    inboard.clock.advance(14 * minute)
    await eventually(
      async () => (await inboard.metric('inboard_mail_failures_total')) > 1 || undefined,
      'attempts up to the last minute',
    )
    expect([await waiting(inboard), await givenUp(inboard)]).toEqual([1, 0])
    inboard.clock.advance(1 * minute)
    await nothingWaits(inboard)
    expect(await givenUp(inboard)).toBe(1)
    expect(inboard.log.filter(({ level }) => level === 50)).toMatchObject([
      { msg: 'a message was still unsent when its link expired' },
    ])
    await smtp.start()
    await inboard.client().requestLink({ email: 'sentinel@example.com' })
    await smtp.linkTo('sentinel@example.com')
    expect(smtp.asked).toEqual(['sentinel@example.com'])
    expect(await inboard.metric('inboard_mail_sent_total')).toBe(1)
  })

  test('when the secret that its link was made with is gone, since nothing would open it', async () => {
    const smtp = await TestSmtp.stopped()
    const folder = newFolder()
    const before = await startTestInboard({ ...smtp.environment, JWT_SECRET: 'a'.repeat(32) }, folder)
    await before.client().requestLink({ email: 'ada@example.com' })
    await before.stop()
    await smtp.start()
    const after = await start(smtp, { JWT_SECRET: 'b'.repeat(32) }, folder)
    const { reason } = await eventually(() => after.log[0], 'a word in the log')
    expect(reason).toBe('JWT_SECRET has changed since this link was made')
    expect(smtp.asked).toEqual([])
    after.clock.advance(15 * minute)
    await nothingWaits(after)
    expect(await givenUp(after)).toBe(1)
  })
})

describe.concurrent('a message is sent once', () => {
  test('though the database cannot record it when the mail server has taken it', async () => {
    const folder = newFolder()
    const smtp = await TestSmtp.start()
    const inboard = await start(smtp, {}, folder)
    smtp.treat = () => 'hang after data'
    await inboard.client().requestLink({ email: 'ada@example.com' })
    const pending = await firstPending(smtp)

    const other = await outsider(inboard.world.config.database)
    await other.holdWriters()
    pending.accept()
    await smtp.linkTo('ada@example.com')
    // The lease on the message expires in the meantime.
    inboard.clock.advance(minute)
    const trouble = 'the outbox could not be read or written'
    await eventually(() => inboard.log.find(({ msg }) => msg === trouble), 'an attempt to record it')
    await other.letGo()
    await other.close()

    await nothingWaits(inboard)
    await inboard.client().openLink({ token: await smtp.linkTo('ada@example.com') })
    expect(smtp.asked).toEqual(['ada@example.com'])
    expect(await inboard.metric('inboard_mail_sent_total')).toBe(1)
    expect(await inboard.metric('inboard_mail_failures_total')).toBe(0)
  })

  test('and in time, though the clock was a day ahead when its turn was set', async () => {
    const smtp = await TestSmtp.stopped()
    const inboard = await start(smtp)
    inboard.clock.advance(day)
    await inboard.client().requestLink({ email: 'ada@example.com' })
    await eventually(() => inboard.log[0], 'a failure')
    inboard.clock.advance(-day)
    await smtp.start()
    await inboard.client().openLink({ token: await smtp.linkTo('ada@example.com') })
    await nothingWaits(inboard)
    expect(smtp.received).toHaveLength(1)
  })

  test('though the clock is put back while the mail server has it in hand', async () => {
    const smtp = await TestSmtp.start()
    const inboard = await start(smtp)
    smtp.treat = () => 'hang after data'
    await inboard.client().requestLink({ email: 'ada@example.com' })
    const pending = await firstPending(smtp)
    inboard.clock.advance(-day)
    await inboard.client().requestLink({ email: 'bob@example.com' })
    await eventually(() => smtp.pending.size === 2 || undefined, 'the next message')
    pending.accept()
    await eventually(async () => (await waiting(inboard)) === 1 || undefined, 'the record')
    expect(smtp.asked).toEqual(['ada@example.com', 'bob@example.com'])
  })

  test('per request: an address that asks again gets another link, and the older one still works', async () => {
    const smtp = await TestSmtp.start()
    const inboard = await start(smtp)
    await inboard.client().requestLink({ email: 'ada@example.com' })
    expect(await codeOfRefusal(inboard.client().requestLink({ email: 'ada@example.com' }))).toBe('throttled')
    inboard.clock.advance(minute)
    await inboard.client().requestLink({ email: 'ada@example.com' })
    await eventually(() => smtp.received.length === 2 || undefined, 'both messages')
    await nothingWaits(inboard)
    const tokens = smtp.received.map(({ email }) => tokenIn(email.text ?? ''))
    expect(new Set(tokens).size).toBe(2)
    for (const token of tokens) await inboard.client().openLink({ token })
  })
})

describe.concurrent('of two that share an outbox', () => {
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
