import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Ceremonies, outcome } from '../support/authenticator/ceremonies.ts'
import { newDataFolder } from '../support/machine/folders.ts'
import { eventually, startTestInboard, type TestInboard } from '../support/service/inboard.ts'
import { openStream } from '../support/service/open-stream.ts'
import { leave } from './leaving/leaving.ts'
import { again, claimsOf, me, secret } from './sessions/tokens.ts'

const folder = newDataFolder()
let one: TestInboard
let other: TestInboard
beforeAll(async () => {
  one = await startTestInboard({ JWT_SECRET: secret }, folder)
  other = await startTestInboard({ JWT_SECRET: secret }, folder, one.clock)
})
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()])
  rmSync(folder, { recursive: true, force: true })
})

/** Somebody, and another session of theirs. */
async function robbed() {
  const person = await one.signInByMail()
  return { person, thief: await again(person, {}, one) }
}

describe('a session that has just been ended', () => {
  test('leaves nothing behind, on an instance that still remembers it', async () => {
    const { person, thief } = await robbed()
    const { client } = person
    const { api_token } = await client.makeApiToken({ label: 'Mine', scope: 'read' })
    const ceremonies = new Ceremonies(other)
    const attempts: [string, string, (() => Promise<object>)?][] = [
      ['POST', '/api/tokens', async () => ({ label: 'Theirs', scope: 'write' })],
      ['POST', '/api/email/change', async () => ({ email: 'thief@example.com' })],
      ['DELETE', `/api/tokens/${api_token.id}`],
      ['DELETE', '/api/sessions'],
      ['DELETE', `/api/sessions/${claimsOf(person.token).jti}`],
      ['DELETE', '/api/me', async () => ({ email: person.user.email })],
    ]
    const options = await ceremonies.startRegistration({
      ...person,
      token: thief,
      client: other.client(thief),
    })
    const credential = ceremonies.newPasskey().attest(options)
    // From now on the other instance lets it in by memory.
    expect(await me(thief, other)).toBe('200')
    await client.endOtherSessions()
    const outcomes = await Promise.all([
      other.request('POST', '/api/passkeys', { token: thief, body: { label: 'Theirs', credential } }),
      ...attempts.map(async ([method, path, body]) =>
        other.request(method, path, { token: thief, ...(body && { body: await body() }) }),
      ),
    ])
    expect(new Set(outcomes.map(outcome))).toEqual(new Set(['401 unauthenticated']))
    expect((await client.listApiTokens()).api_tokens).toEqual([api_token])
    expect((await client.listPasskeys()).passkeys).toEqual([])
    expect((await client.readMe()).user.pending_email).toBeNull()
  })

  test('leaves nothing behind of what it had under way', async () => {
    const { person, thief } = await robbed()
    one.clock.advance(61_000)
    await one.client().requestLink({ email: person.user.email })
    const link = await one.linkTo(person.user.email, 3)
    const body = { label: 'Theirs', scope: 'write' }
    const [session] = await Promise.all([
      one.client().openLink({ token: link, end_other_access: true }),
      ...Array.from({ length: 16 }, () => one.request('POST', '/api/tokens', { token: thief, body })),
    ])
    expect((await one.client(session.token).listApiTokens()).api_tokens).toEqual([])
  })
})

test('what one instance ends, every other turns away soon, streams too', async () => {
  const { person, thief: stolen } = await robbed()
  const { token: apiToken, api_token } = await person.client.makeApiToken({ label: 'Shell', scope: 'read' })
  const streams = [
    await openStream(other.url, { token: stolen }),
    await openStream(other.url, { token: apiToken }),
    await openStream(other.url, { token: person.token }),
  ]
  expect(await me(stolen, other)).toBe('200')
  await person.client.endSession({ id: claimsOf(stolen).jti })
  await person.client.revokeApiToken({ id: api_token.id })
  await eventually(
    async () => (await me(stolen, other)) === '401 unauthenticated' || undefined,
    'the session to end everywhere',
  )
  await eventually(
    () => (streams[0]?.isEnded() && streams[1]?.isEnded()) || undefined,
    'the ends of its streams',
  )
  expect(streams[2]?.isEnded()).toBe(false)
  streams[2]?.close()
  expect(await me(person.token, other)).toBe('200')
})

test('leaving holds on every instance as soon as it is answered', async () => {
  const { client, token, user } = await one.signIn()
  await client.addInboxCard({ text: 'Weed' })
  const there = () => other.request('GET', '/api/inbox/cards', { token })
  expect(outcome(await there())).toBe('200')
  expect(outcome(await leave(token, { email: user.email }, one))).toBe('204')
  expect(outcome(await there())).toBe('401 unauthenticated')
  for (const path of ['me', 'sessions', 'tokens', 'passkeys', 'projects', 'bin', 'changes'])
    expect(outcome(await other.request('GET', `/api/${path}`, { token }))).toBe('401 unauthenticated')
  const adding = await other.request('POST', '/api/inbox/cards', { token, body: { text: 'Late' } })
  expect(outcome(adding)).toBe('401 unauthenticated')
})

test('a change that another instance made arrives, too', async () => {
  const { token, client } = await one.signIn()
  const streams = [await openStream(one.url, { token }), await openStream(other.url, { token })]
  await client.addInboxCard({ text: 'here' })
  await other.client(token).addInboxCard({ text: 'there' })
  await client.emptyBin()
  for (const stream of streams) {
    const told = await stream.until(2)
    expect(told.flatMap(({ cards }) => cards.map(({ text }) => text))).toEqual(['here', 'there'])
    stream.close()
  }
})
