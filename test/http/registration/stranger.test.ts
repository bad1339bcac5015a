import { beforeAll, describe, expect, test } from 'vitest'
import { inboard } from '../../support/service/clocked.ts'
import { useOptions } from '../../support/service/options.ts'
import { times } from '../../support/service/sending.ts'
import { ask, minute, sentTo, settle } from './registering.ts'

const limit = 3
const member = 'member@joined.example'
const neverOpened = 'never-opened@joined.example'

beforeAll(async () => {
  await inboard.signIn(member)
  await inboard.client().requestLink({ email: neverOpened })
  await inboard.linkTo(neverOpened)
})

describe.each([
  ['closed', 'stranger@joined.example'],
  ['listed@joined.example, @listed.example', 'stranger@not-listed.example'],
])('with REGISTRATION=%s', (registration, stranger) => {
  useOptions(() => [inboard], { REGISTRATION: registration, LINKS_PER_HOUR: String(limit) })

  test('a stranger gets the answers that a member gets, and no mail', async () => {
    inboard.clock.advance(61 * minute)
    const before = { member: sentTo(inboard, member), stranger: sentTo(inboard, stranger) }
    let sent = 0
    for (const wait of [...times(limit + 1, () => minute), 10 * minute]) {
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
    expect(sent).toBeGreaterThan(limit)
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
    const answers = await Promise.all(times(10, () => ask(inboard, stranger)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, ...Array(9).fill(429)])
  })

  test('a person who never opened a link has not joined', async () => {
    inboard.clock.advance(61 * minute)
    const before = sentTo(inboard, neverOpened)
    expect((await ask(inboard, neverOpened)).status).toBe(202)
    expect((await ask(inboard, neverOpened)).body.code).toBe('throttled')
    await settle(inboard)
    expect(sentTo(inboard, neverOpened)).toBe(before)
  })

  test('a member can sign in', async () => {
    inboard.clock.advance(61 * minute)
    expect((await inboard.signInByMail(member)).user.email).toBe(member)
  })
})
