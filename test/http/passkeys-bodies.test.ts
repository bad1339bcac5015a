import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VirtualPasskey } from '../support/authenticator/authenticator.ts'
import { Ceremonies, outcome, passkeysOf } from '../support/authenticator/ceremonies.ts'
import { type SignedIn, startTestInboard, type TestInboard } from '../support/service/inboard.ts'

let inboard: TestInboard
let ceremonies: Ceremonies
let person: SignedIn
let passkey: VirtualPasskey
beforeAll(async () => {
  inboard = await startTestInboard()
  ceremonies = new Ceremonies(inboard)
  ;({ person, passkey } = await ceremonies.holder({ synced: true }))
})
afterAll(() => inboard.stop())

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Body = any

/** A clone of the body with the member at `path` replaced, or removed if `change` returns `undefined`. */
function changed(body: Body, path: string, change: (value: Body) => unknown): Body {
  const copy = structuredClone(body)
  const names = path.split('.')
  const last = names.pop() ?? ''
  const parent = names.reduce((at, name) => at[name], copy)
  parent[last] = change(parent[last])
  return copy
}

const wrongTexts: Record<string, (text: string) => unknown> = {
  missing: () => undefined,
  null: () => null,
  'a number': () => 1,
  'a list': (text) => [text],
  empty: () => '',
  padded: (text) => `${text}=`,
  'doubly padded': (text) => `${text}==`,
  'base64 with a plus': (text) => `+${text.slice(1)}`,
  'base64 with a slash': (text) => `/${text.slice(1)}`,
  spaced: (text) => ` ${text}`,
  'broken over lines': (text) => `${text.slice(0, 8)}\n${text.slice(8)}`,
  'ended with a line break': (text) => `${text}\n`,
  // Base64url of 4n + 1 characters does not decode to a whole number of bytes.
  'one character too long': (text) => `${text.slice(0, text.length - (text.length % 4))}A`,
  'with stray bits': (text) => `${text.slice(0, text.length - (text.length % 4))}AB`,
  'with more stray bits': (text) => `${text.slice(0, text.length - (text.length % 4))}AAB`,
  'not ASCII': (text) => `é${text.slice(1)}`,
  'with NUL': (text) => `${text}\u0000`,
}

const wrongClientData: Record<string, string | Uint8Array> = {
  'no JSON': '{',
  'a list': '[]',
  null: 'null',
  text: '"challenge"',
  'a number': '1',
  'followed by more': '{"challenge":"x"}{}',
  'without a challenge': '{"type":"webauthn.get"}',
  'with a number for a challenge': '{"challenge":1}',
  'with null for a challenge': '{"challenge":null}',
  'with a list for a challenge': '{"challenge":["x"]}',
  'not UTF-8': Buffer.from('7b226368616c6c656e6765223a22ff227d', 'hex'),
  'UTF-16': Buffer.from('{"challenge":"x"}', 'utf16le'),
}

const credentialTexts = ['id', 'rawId', 'response.clientDataJSON']
const wrongMembers: [path: string, what: string, change: (value: Body) => unknown][] = [
  ['type', 'missing', () => undefined],
  ['type', 'another', () => 'password'],
  ['type', 'null', () => null],
  ['response', 'missing', () => undefined],
  ['response', 'null', () => null],
  ['response', 'text', () => '{}'],
  ['response', 'a list', () => []],
  ['rawId', 'another than the id', (text) => `AAAA${text.slice(4)}`],
  ...Object.entries(wrongClientData).map(
    ([what, data]) =>
      ['response.clientDataJSON', what, () => Buffer.from(data).toString('base64url')] as [
        string,
        string,
        () => string,
      ],
  ),
]
const wrongly = (paths: string[]) =>
  paths.flatMap((path) =>
    Object.entries(wrongTexts).map(([what, change]) => [path, what, change] as (typeof wrongMembers)[0]),
  )
const bodies = ['[]', 'null', '"x"', '1', 'true', '{}']

describe('a sign-in body', () => {
  const wrong = [
    ...wrongMembers,
    ...wrongly([
      ...credentialTexts,
      'response.authenticatorData',
      'response.signature',
      'response.userHandle',
    ]),
  ]

  test.each(wrong)('with its %s %s is 422 and leaves the challenge', async (path, _, change) => {
    const before = await passkeysOf(person)
    const assertion = passkey.assert(await ceremonies.startSignIn())
    const answer = await ceremonies.finishSignIn(changed(assertion, path, change))
    expect(outcome(answer)).toBe('422 validation_failed')
    expect(answer.body.errors.map(({ field }: { field: string }) => field)).toContain(path)
    expect(await passkeysOf(person)).toEqual(before)
    expect(outcome(await ceremonies.finishSignIn(assertion))).toBe('200')
  })

  test.each(bodies)('of %s is 422', async (body) => {
    expect(outcome(await ceremonies.finishSignIn(body))).toBe('422 validation_failed')
  })
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

  test.each(wrong)('with its %s %s is 422 and leaves the challenge', async (path, _, change) => {
    const before = await passkeysOf(person)
    const credential = ceremonies.newPasskey().attest(await ceremonies.startRegistration(person))
    const { label, credential: sent } = changed({ label: 'Phone', credential }, path, change)
    const answer = await inboard.request('POST', '/api/passkeys', {
      token: person.token,
      body: { label, credential: sent },
    })
    expect(outcome(answer)).toBe('422 validation_failed')
    expect(answer.body.errors.map(({ field }: { field: string }) => field)).toContain(path)
    expect(await passkeysOf(person)).toEqual(before)
    const right = await ceremonies.finishRegistration(person, credential)
    expect(outcome(right)).toBe('201')
    await person.client.removePasskey({ id: right.body.passkey.id })
  })

  test.each(bodies)('of %s is 422', async (body) => {
    const answer = await inboard.request('POST', '/api/passkeys', { token: person.token, body })
    expect(outcome(answer)).toBe('422 validation_failed')
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
