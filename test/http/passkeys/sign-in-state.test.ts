import { beforeAll, describe, expect, test } from 'vitest'
import { Ceremonies, outcome, passkeysOf } from '../../support/authenticator/ceremonies.ts'
import { newKeys } from '../../support/authenticator/keys.ts'
import { inboard } from '../../support/service/shared.ts'
import { expectRefusedUnchanged, type Holder, type Table } from './refused-sign-in.ts'

const ceremonies = new Ceremonies(inboard)

let one: Holder
let synced: Holder
let other: Holder

beforeAll(async () => {
  one = await ceremonies.holder({ counter: 10 })
  synced = await ceremonies.holder({ synced: true, algorithm: 'EdDSA' })
  other = await ceremonies.holder()
})

describe('sign-in refuses', () => {
  const counters: Table = {
    'that stands still': ({ passkey }) => ({ counter: passkey.counter }),
    'that goes back': ({ passkey }) => ({ counter: passkey.counter - 1 }),
    'that starts anew': { counter: 0 },
  }
  test.each(Object.entries(counters))('a counter %s', (_, departure) =>
    expectRefusedUnchanged(one, departure),
  )

  test('a counter that had left 0 and is 0 again', async () => {
    const holder = await ceremonies.holder({ synced: true })
    expect(outcome(await ceremonies.signIn(holder.passkey, { counter: 1 }))).toBe('200')
    expect(outcome(await ceremonies.signIn(holder.passkey))).toBe('401 passkey_invalid')
    expect(await passkeysOf(holder.person)).toMatchObject([{ sign_count: 1 }])
  })

  test('a passkey that has become eligible for backup', () =>
    expectRefusedUnchanged(one, { flags: { be: true, bs: true } }))

  test('a passkey that has become eligible for backup and is not backed up', () =>
    expectRefusedUnchanged(one, { flags: { be: true } }))

  test('a passkey that is no longer eligible for backup', () =>
    expectRefusedUnchanged(synced, { flags: { be: false, bs: false } }))

  test('authenticator data cut off anywhere, and signed like that', async () => {
    const before = await passkeysOf(synced.person)
    await Promise.all(
      Array.from({ length: 36 }, async (_, end) => {
        const answer = await ceremonies.signIn(synced.passkey, {
          authData: (data) => data.subarray(0, end + 1),
        })
        expect([end, outcome(answer)]).toEqual([end, '401 passkey_invalid'])
      }),
    )
    expect(await passkeysOf(synced.person)).toEqual(before)
  })

  test('every kind of refusal in the same words', async () => {
    const refusals = await Promise.all([
      ceremonies.signIn(synced.passkey, { flags: { uv: false } }),
      ceremonies.signIn(synced.passkey, { signer: newKeys('EdDSA') }),
      ceremonies.signIn(synced.passkey, { clientData: { origin: 'https://evil.example' } }),
      ceremonies.signIn(ceremonies.newPasskey(), { response: { userHandle: synced.passkey.userHandle } }),
      ceremonies.signIn(synced.passkey, { response: { userHandle: other.passkey.userHandle } }),
    ])
    expect(new Set(refusals.map(({ text }) => text)).size).toBe(1)
  })
})
