import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDataFolder } from '../../support/machine/folders.ts'
import { startTestInboard, TestClock, type TestInboard } from '../../support/service/inboard.ts'
import { times } from '../../support/service/sending.ts'
import { ask, minute, sentTo, settle } from './registering.ts'

const folder = newDataFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const clock = new TestClock()

/** Starts with what others have left in the same database. */
const start = (REGISTRATION: string, environment = {}) =>
  startTestInboard({ REGISTRATION, ...environment }, folder, clock)

beforeAll(async () => {
  const open = await start('open')
  await open.signIn('member@example.com')
  await open.client().requestLink({ email: 'never-opened@example.com' })
  await open.linkTo('never-opened@example.com')
  await open.stop()
})

describe.each([
  ['closed', 'stranger@example.com'],
  ['listed@example.com, @example.org', 'stranger@not-example.org'],
])('with REGISTRATION=%s', (registration, stranger) => {
  let inboard: TestInboard
  beforeAll(async () => {
    inboard = await start(registration)
  })
  afterAll(() => inboard.stop())

  test('a stranger gets the answers that a member gets, and no mail', async () => {
    const member = 'member@example.com'
    inboard.clock.advance(61 * minute)
    const before = { member: sentTo(inboard, member), stranger: sentTo(inboard, stranger) }
    let sent = 0
    for (const wait of [...times(11, () => minute), 10 * minute]) {
      // The two do not ask at the same instant, so neither is asked for close to the end of a wait.
      for (const pause of [0, 20_000, wait - 15_000]) {
        inboard.clock.advance(pause)
        const [toMember, toStranger] = [await ask(inboard, member), await ask(inboard, stranger)]
        const inSeconds = (text: string) => text.replaceAll(/\d+/g, '#')
        expect([toStranger.status, inSeconds(toStranger.text)]).toEqual([
          toMember.status,
          inSeconds(toMember.text),
        ])
        expect(Math.abs((toStranger.body.retry_after ?? 0) - toMember.body.retry_after)).toBeLessThan(5)
        expect([...toStranger.headers.keys()]).toEqual([...toMember.headers.keys()])
        // Whatever is unsent when its link expires is never sent.
        if (toMember.status === 202) await inboard.linkTo(member, before.member + ++sent)
      }
    }
    expect(sent).toBeGreaterThan(9)
    await settle(inboard)
    expect(sentTo(inboard, member) - before.member).toBe(sent)
    expect(sentTo(inboard, stranger) - before.stranger).toBe(0)
    const { db } = inboard.world
    const links = await db.all<{
      used_at: string | null
    }>`select used_at from links where email = ${stranger}`
    expect(links.filter(({ used_at }) => used_at === null)).toEqual([])
  })

  test('of many requests of a stranger at once one is accepted', async () => {
    inboard.clock.advance(61 * minute)
    const answers = await Promise.all(times(20, () => ask(inboard, stranger)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, ...Array(19).fill(429)])
  })

  test('somebody who never opened a link has not joined', async () => {
    inboard.clock.advance(61 * minute)
    const email = 'never-opened@example.com'
    const before = sentTo(inboard, email)
    expect((await ask(inboard, email)).status).toBe(202)
    expect((await ask(inboard, email)).body.code).toBe('throttled')
    await settle(inboard)
    expect(sentTo(inboard, email)).toBe(before)
  })

  test('a member can sign in', async () => {
    inboard.clock.advance(61 * minute)
    expect((await inboard.signIn('member@example.com')).user.email).toBe('member@example.com')
  })
})
