import { describe, expect, test } from 'vitest'
import { Ceremonies, outcome, passkeysOf } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/clocked.ts'

const ceremonies = new Ceremonies(inboard)

const minute = 60_000

describe('a passkey', () => {
  test('is never shown with its public key, nor to anyone else', async () => {
    const { person, passkey } = await ceremonies.holder()
    const stranger = await inboard.signIn()
    const { text } = await inboard.request('GET', '/api/passkeys', { token: person.token })
    const x = passkey.keys.cose.get(-2) as Uint8Array
    expect(text).not.toContain('public_key')
    expect(text).not.toContain(Buffer.from(x).toString('base64url').slice(0, 40))
    expect(await passkeysOf(stranger)).toEqual([])
    expect((await stranger.client.readMe()).user.has_passkey).toBe(false)
  })

  test('shows in the session of whoever signs in by link instead', async () => {
    const { person } = await ceremonies.holder()
    inboard.clock.advance(minute)
    const { user } = await inboard.signIn(person.user.email)
    expect(user).toEqual({ ...person.user, has_passkey: true })
  })

  test('remembers its counter, however far it jumps', async () => {
    const { person, passkey } = await ceremonies.holder({ counter: 7 })
    expect(await passkeysOf(person)).toMatchObject([{ sign_count: 7 }])
    for (const counter of [8, 1000, 0xffffffff]) {
      expect(outcome(await ceremonies.signIn(passkey, { counter }))).toBe('200')
      expect(await passkeysOf(person)).toMatchObject([{ sign_count: counter }])
    }
  })

  test('is synced or not as of its last use', async () => {
    const { person, passkey } = await ceremonies.holder({ synced: true })
    for (const bs of [false, true, false]) {
      expect(outcome(await ceremonies.signIn(passkey, { flags: { bs } }))).toBe('200')
      expect(await passkeysOf(person)).toMatchObject([{ synced: bs }])
    }
  })

  test('that could be backed up but is not yet, is not synced', async () => {
    const person = await inboard.signIn()
    const passkey = ceremonies.newPasskey({ synced: true })
    const { body } = await ceremonies.register(person, passkey, { flags: { bs: false } })
    expect(body.passkey.synced).toBe(false)
    expect(outcome(await ceremonies.signIn(passkey))).toBe('200')
    expect(await passkeysOf(person)).toMatchObject([{ synced: true }])
  })

  test('tells by the service’s clock when it was made and used', async () => {
    const { person, passkey, registered } = await ceremonies.holder()
    inboard.clock.advance(3 * minute)
    await ceremonies.signIn(passkey)
    const [used] = await passkeysOf(person)
    const pause = Date.parse(used?.last_used_at ?? '') - Date.parse(registered.created_at)
    expect(pause).toBeGreaterThanOrEqual(3 * minute)
  })
})

describe('the list', () => {
  test('has every passkey in the order they were made, and each opens the account', async () => {
    const person = await inboard.signIn()
    const passkeys = (['EdDSA', 'ES256', 'RS256'] as const).map((algorithm) =>
      ceremonies.newPasskey({ algorithm }),
    )
    for (const passkey of passkeys) await ceremonies.register(person, passkey)
    const ids = (await passkeysOf(person)).map(({ credential_id }) => credential_id)
    expect(ids).toEqual(passkeys.map(({ credentialId }) => credentialId))
    for (const passkey of passkeys)
      expect((await ceremonies.signIn(passkey)).body.user.id).toBe(person.user.id)
  })
})
