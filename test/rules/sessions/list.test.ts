import { describe, expect, test } from 'vitest'
import { again, claimsOf, me, unrecorded } from '../../api/sessions/tokens.ts'
import { Ceremonies } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/clocked.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

describe('the list of sessions', () => {
  test('says how, when and with what each began, the newest first', async () => {
    const ceremonies = new Ceremonies(inboard)
    const { person, passkey } = await ceremonies.holder()
    inboard.clock.advance(1000)
    const { token } = (await ceremonies.signIn(passkey)).body
    const third = await again(person, { 'user-agent': firefox })
    const { sessions } = await inboard.client(third).listSessions()
    expect(sessions.map(({ method, client, is_current }) => [method, client, is_current])).toEqual([
      ['link', 'Firefox on Linux', true],
      ['passkey', null, false],
      ['link', null, false],
    ])
    const { jti, iat, exp } = claimsOf(token)
    expect(sessions[1]).toMatchObject({
      id: jti,
      created_at: new Date(iat * 1000).toISOString(),
      expires_at: new Date(exp * 1000).toISOString(),
    })
  })

  test('says when each was last used, to within five minutes', async () => {
    const person = await inboard.signInByMail()
    const reader = await again(person)
    const lastUse = async () => {
      const { sessions } = await inboard.client(reader).listSessions()
      return sessions.find(({ is_current }) => !is_current)?.last_used_at
    }
    expect(await lastUse()).not.toBeNull()
    /** The time of a use that is recorded. */
    const use = async (later: number) => {
      inboard.clock.advance(later)
      const now = inboard.clock.now()
      await me(person.token)
      await expect.poll(async () => Date.parse((await lastUse()) ?? '')).toBeGreaterThanOrEqual(now)
      return await lastUse()
    }
    const first = await use(6 * 60_000)
    inboard.clock.advance(4 * 60_000)
    await me(person.token)
    expect(await lastUse()).toBe(first)
    await use(61_000)
  })

  test('is of the caller alone', async () => {
    const [ada, bob] = [await inboard.signInByMail(), await inboard.signInByMail()]
    const { sessions } = await ada.client.listSessions()
    expect(sessions).toHaveLength(1)
    expect(await codeOfRefusal(bob.client.endSession({ id: sessions[0]?.id ?? '' }))).toBe('not_found')
    expect(await me(ada.token)).toBe('200')
  })

  test('always has the current session, of which there may be no record', async () => {
    const person = await inboard.signInByMail()
    const token = unrecorded(person, 60)
    const { sessions } = await inboard.client(token).listSessions()
    expect(sessions.map(({ id, is_current }) => [id, is_current])).toEqual([
      [claimsOf(person.token).jti, false],
      [claimsOf(token).jti, true],
    ])
    expect((await person.client.listSessions()).sessions).toHaveLength(1)
  })

  test('has a session that ends at the end of time', async () => {
    const person = await inboard.signInByMail()
    const token = unrecorded(person, 60, { exp: 1e300, iat: -1e300 })
    const { sessions } = await inboard.client(token).listSessions()
    expect(sessions.at(-1)).toMatchObject({ is_current: true, expires_at: '9999-12-31T23:59:59.999Z' })
    await inboard.client(token).endSession({ id: 'current' })
    expect(await me(token)).toBe('401 unauthenticated')
  })

  test('has none that has expired', async () => {
    const person = await inboard.signInByMail()
    inboard.clock.advance(29 * 86_400_000)
    const token = await again(person)
    expect((await inboard.client(token).listSessions()).sessions).toHaveLength(2)
    inboard.clock.advance(86_400_000)
    expect((await inboard.client(token).listSessions()).sessions).toHaveLength(1)
    const { jti } = claimsOf(person.token)
    expect(await codeOfRefusal(inboard.client(token).endSession({ id: jti }))).toBe('not_found')
  })
})
