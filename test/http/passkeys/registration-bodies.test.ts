import { beforeAll, describe, expect, test } from 'vitest'
import type { Passkey } from '../../../src/contract/passkey.ts'
import type { VirtualPasskey } from '../../support/authenticator/authenticator.ts'
import { Ceremonies, outcome, passkeysOf } from '../../support/authenticator/ceremonies.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { bodies, changed, credentialTexts, wrongly, wrongMembers } from './wrong-bodies.ts'

const ceremonies = new Ceremonies(inboard)

let person: SignedIn
let credential: ReturnType<VirtualPasskey['attest']>
let before: Passkey[]
beforeAll(async () => {
  ;({ person } = await ceremonies.holder({ synced: true }))
  before = await passkeysOf(person)
  credential = ceremonies.newPasskey().attest(await ceremonies.startRegistration(person))
})

describe('a registration body', () => {
  const wrong = [
    ['label', 'missing', () => undefined],
    ['label', 'null', () => null],
    ['label', 'a number', () => 7],
    ['label', 'empty', () => ''],
    ['label', 'blank', () => ' \t\n\u00a0\u3000'],
    ['label', 'of 101 characters', () => 'x'.repeat(101)],
    ['label', 'of 101 emoji', () => '🔑'.repeat(101)],
    ['label', 'with NUL', () => 'a\u0000b'],
    ['label', 'with half of a character', () => 'a\ud83d'],
    ['credential', 'missing', () => undefined],
    ['credential', 'null', () => null],
    ['credential', 'text', () => 'x'],
    ['credential', 'a list', () => []],
    ['credential.response.transports', 'text', () => 'usb'],
    ['credential.response.transports', 'null', () => null],
    ['credential.response.transports.0', 'a number', () => 1],
    ...[...wrongMembers, ...wrongly([...credentialTexts, 'response.attestationObject'])].map(
      ([path, what, change]) => [`credential.${path}`, what, change],
    ),
  ] as typeof wrongMembers

  test.each(wrong)('with its %s %s is 422', async (path, _, change) => {
    const { label, credential: sent } = changed({ label: 'Phone', credential }, path, change)
    const answer = await inboard.request('POST', '/api/passkeys', {
      token: person.token,
      body: { label, credential: sent },
    })
    expect(outcome(answer)).toBe('422 validation_failed')
    expect(answer.body.errors.map(({ field }: { field: string }) => field)).toContain(path)
  })

  test.each(bodies)('of %s is 422', async (body) => {
    const answer = await inboard.request('POST', '/api/passkeys', { token: person.token, body })
    expect(outcome(answer)).toBe('422 validation_failed')
  })

  test('that is wrong changes nothing and leaves the challenge, through all of these', async () => {
    expect(await passkeysOf(person)).toEqual(before)
    expect(outcome(await ceremonies.finishRegistration(person, credential))).toBe('201')
  })

  test('is 400 when there is none or it is broken, 415 when it is not JSON, 413 when it is too large', async () => {
    for (const [path, token] of [
      ['/api/passkeys', person.token],
      ['/api/auth/passkey/verify', undefined],
    ] as const) {
      const send = (body: string | undefined, type = 'application/json') =>
        inboard.request('POST', path, { token, body, headers: { 'content-type': type } })
      expect(outcome(await send(undefined))).toBe('400 malformed_json')
      expect(outcome(await send(''))).toBe('400 malformed_json')
      expect(outcome(await send('{'))).toBe('400 malformed_json')
      expect(outcome(await send('{"__proto__":{}}'))).toBe('400 malformed_json')
      expect(outcome(await send('{}', 'application/cbor'))).toBe('415 unsupported_media_type')
      expect(outcome(await send(`{"label":"${'x'.repeat(65_536)}"}`))).toBe('413 payload_too_large')
    }
  })

  test.each([
    ['  My\tphone \n', 'My\tphone'],
    ['🔑'.repeat(100), '🔑'.repeat(100)],
    [` ${'x'.repeat(100)} `, 'x'.repeat(100)],
    ['<b>"Ключ"</b> \u202e👩‍👩‍👧', '<b>"Ключ"</b> \u202e👩‍👩‍👧'],
    ['__proto__', '__proto__'],
  ])('with the label %j is kept as %j', async (given, kept) => {
    const credential = ceremonies.newPasskey().attest(await ceremonies.startRegistration(person))
    const answer = await ceremonies.finishRegistration(person, credential, given)
    expect(outcome(answer)).toBe('201')
    expect(answer.body.passkey.label).toBe(kept)
    expect((await passkeysOf(person)).at(-1)).toEqual(answer.body.passkey)
  })
})
