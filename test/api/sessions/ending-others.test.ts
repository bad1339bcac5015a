import { describe, expect, test } from 'vitest'
import { Ceremonies } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/clocked.ts'
import { again, claimsOf, me, unrecorded } from './tokens.ts'

describe('ending', () => {
  test('all others ends those without a record too, and none that begins later', async () => {
    const person = await inboard.signInByMail()
    const others = [await again(person), unrecorded(person, 5), unrecorded(person, 0)]
    for (const token of others) expect(await me(token)).toBe('200')
    await person.client.endOtherSessions()
    for (const token of others) expect(await me(token)).toBe('401 unauthenticated')
    expect(await me(person.token)).toBe('200')
    expect((await person.client.listSessions()).sessions).toHaveLength(1)
    expect(await me(unrecorded(person, -5))).toBe('200')
  })

  test('all others does not reach a session that begins in the same second', async () => {
    const ceremonies = new Ceremonies(inboard)
    const { person, passkey } = await ceremonies.holder()
    let endedAt = 0
    let token = ''
    do {
      endedAt = inboard.clock.now()
      await person.client.endOtherSessions()
      token = (await ceremonies.signIn(passkey)).body.token
      expect(await me(token)).toBe('200')
    } while (claimsOf(token).iat * 1000 > endedAt)
  })

  test('all others keeps a current session that has no record', async () => {
    const person = await inboard.signInByMail()
    const token = unrecorded(person, 60)
    await inboard.client(token).endOtherSessions()
    expect([await me(token), await me(person.token)]).toEqual(['200', '401 unauthenticated'])
    expect((await inboard.client(token).listSessions()).sessions).toMatchObject([{ is_current: true }])
  })
})
