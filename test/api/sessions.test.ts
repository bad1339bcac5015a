import { createHmac, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Ceremonies, outcome } from '../support/authenticator/ceremonies.ts'
import { newDataFolder } from '../support/machine/folders.ts'
import {
  codeOfRefusal,
  eventually,
  type SignedIn,
  startTestInboard,
  type TestInboard,
} from '../support/service/inboard.ts'
import { openStream } from '../support/service/open-stream.ts'

const secret = 'a secret of more than thirty-two bytes'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard({ JWT_SECRET: secret })
})
afterAll(() => inboard.stop())

/** Another session of somebody, begun with a link. */
async function again(
  { user }: SignedIn,
  headers: Record<string, string> = {},
  at = inboard,
): Promise<string> {
  at.clock.advance(61_000)
  const sent = at.mails().filter(({ to }) => to === user.email).length
  await at.client().requestLink({ email: user.email })
  const token = await at.linkTo(user.email, sent + 1)
  const { body } = await at.request('POST', '/api/auth/verify-email', { headers, body: { token } })
  return body.token
}

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const me = async (token: string, at = inboard) => outcome(await at.request('GET', '/api/me', { token }))

/** A token of which there is no record, as a version before this one made them. */
function unrecorded({ user }: SignedIn, issuedSecondsAgo: number, more: object = {}): string {
  const iat = Math.floor(inboard.clock.now() / 1000) - issuedSecondsAgo
  const own = { iss: 'inboard', aud: 'inboard', sub: user.id, iat, exp: iat + 86_400, jti: randomUUID() }
  const claims = { ...own, ...more }
  const signed = [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

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
  })
})

describe('ending', () => {
  test('one session ends that one, at once, and its streams', async () => {
    const person = await inboard.signInByMail()
    const other = await again(person)
    const third = await again(person)
    const streams = await Promise.all([other, third].map((token) => openStream(inboard.url, { token })))
    expect([await me(other), await me(third)]).toEqual(['200', '200'])
    await person.client.endSession({ id: claimsOf(other).jti })
    expect([await me(other), await me(third), await me(person.token)]).toEqual([
      '401 unauthenticated',
      '200',
      '200',
    ])
    await eventually(() => streams[0]?.isEnded() || undefined, 'the end of its stream')
    expect(streams[1]?.isEnded()).toBe(false)
    streams[1]?.close()
    expect((await person.client.listSessions()).sessions).toHaveLength(2)
    expect(await codeOfRefusal(person.client.endSession({ id: claimsOf(other).jti }))).toBe('not_found')
    expect(await codeOfRefusal(person.client.endSession({ id: 'none' }))).toBe('not_found')
  })

  test('the current one is signing out, by either name, with a record or without', async () => {
    const person = await inboard.signInByMail()
    const tokens = [await again(person), await again(person), unrecorded(person, 9), unrecorded(person, 9)]
    for (const [index, token] of tokens.entries()) {
      expect(await me(token)).toBe('200')
      await inboard.client(token).endSession({ id: index % 2 ? 'current' : claimsOf(token).jti })
      expect(await me(token)).toBe('401 unauthenticated')
    }
    expect((await person.client.listSessions()).sessions).toHaveLength(1)
  })

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

  test('everything else that could let someone in, when a link is opened', async () => {
    const ceremonies = new Ceremonies(inboard)
    const { person, passkey } = await ceremonies.holder()
    const { token: apiToken } = await person.client.makeApiToken({ label: 'Shell', scope: 'write' })
    const early = unrecorded(person, 5)
    inboard.clock.advance(61_000)
    await inboard.client().requestLink({ email: person.user.email })
    const link = await inboard.linkTo(person.user.email, 2)
    const session = await inboard.client().openLink({ token: link, end_other_access: true })
    for (const token of [person.token, early]) expect(await me(token)).toBe('401 unauthenticated')
    expect(outcome(await inboard.request('GET', '/api/projects', { token: apiToken }))).toBe(
      '401 unauthenticated',
    )
    expect(outcome(await ceremonies.signIn(passkey))).toBe('401 passkey_invalid')
    expect(await me(session.token)).toBe('200')
    expect(session.user.has_passkey).toBe(false)
    const client = inboard.client(session.token)
    expect((await client.listSessions()).sessions).toHaveLength(1)
    expect((await client.listApiTokens()).api_tokens).toEqual([])
    expect((await client.listPasskeys()).passkeys).toEqual([])
  })

  test('nothing, when the link cannot be opened', async () => {
    const person = await inboard.signInByMail()
    const body = { token: 'unknown', end_other_access: true }
    expect(outcome(await inboard.request('POST', '/api/auth/verify-email', { body }))).toBe(
      '400 token_unknown',
    )
    expect(await me(person.token)).toBe('200')
  })

  test('a session stops the rest of a batch', async () => {
    const person = await inboard.signInByMail()
    const other = await again(person)
    const operations = Array.from({ length: 100 }, (_, index) => ({
      method: 'POST' as const,
      path: '/api/inbox/cards',
      body: { text: `${index}`, position: 0 },
    }))
    const running = inboard.request('POST', '/api/batch', { token: other, body: { operations } })
    await eventually(
      async () => (await person.client.listInboxCards()).cards.length > 0 || undefined,
      'the first operation',
    )
    await person.client.endSession({ id: claimsOf(other).jti })
    const { cards } = await person.client.listInboxCards()
    const { results } = (await running).body
    const done = results.filter(({ status }: { status: number }) => status === 201)
    // One may have been under way.
    expect(done.length - cards.length).toBeLessThanOrEqual(1)
    expect((await person.client.listInboxCards()).cards).toHaveLength(done.length)
  })
})

describe('a session that has just been ended', () => {
  /** The owner ends everything else on one instance; another has not heard of it. */
  async function stolen() {
    const folder = newDataFolder()
    const one = await startTestInboard({ JWT_SECRET: secret }, folder)
    const other = await startTestInboard({ JWT_SECRET: secret }, folder, one.clock)
    const person = await one.signInByMail()
    const thief = await again(person, {}, one)
    return {
      one,
      other,
      person,
      thief,
      async stop() {
        await Promise.all([one.stop(), other.stop()])
        rmSync(folder, { recursive: true, force: true })
      },
    }
  }

  test('leaves nothing behind, on an instance that still remembers it', async () => {
    const { other, person, thief, stop } = await stolen()
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
    await stop()
  })

  test('leaves nothing behind of what it had under way', async () => {
    const { one, person, thief, stop } = await stolen()
    one.clock.advance(61_000)
    await one.client().requestLink({ email: person.user.email })
    const link = await one.linkTo(person.user.email, 3)
    const body = { label: 'Theirs', scope: 'write' }
    const [session] = await Promise.all([
      one.client().openLink({ token: link, end_other_access: true }),
      ...Array.from({ length: 16 }, () => one.request('POST', '/api/tokens', { token: thief, body })),
    ])
    expect((await one.client(session.token).listApiTokens()).api_tokens).toEqual([])
    await stop()
  })

  test('takes along the change of address that it had asked for, and no other', async () => {
    const person = await inboard.signInByMail()
    const pending = async () => (await person.client.readMe()).user.pending_email
    const theirs = await again(person)
    // Before the session ends: what has not been sent by then never is.
    const asked = async (token: string, email: string) => {
      await inboard.client(token).requestAddressChange({ email })
      return { token: await inboard.linkTo(email) }
    }
    const theirLink = await asked(theirs, 'theirs@example.com')
    await person.client.endSession({ id: claimsOf(theirs).jti })
    expect(await pending()).toBeNull()
    expect(await codeOfRefusal(inboard.client().openLink(theirLink))).toBe('token_unknown')

    inboard.clock.advance(61_000)
    const myLink = await asked(person.token, 'mine@example.com')
    await inboard.client(await again(person)).endSession({ id: 'current' })
    await person.client.endOtherSessions()
    expect(await pending()).toBe('mine@example.com')
    await inboard.client(await again(person)).endOtherSessions()
    expect(await codeOfRefusal(inboard.client().openLink(myLink))).toBe('token_unknown')
  })
})

test('what one instance ends, every other turns away within five seconds, streams too', async () => {
  const folder = newDataFolder()
  const environment = { JWT_SECRET: secret }
  const one = await startTestInboard(environment, folder)
  const other = await startTestInboard(environment, folder, one.clock)
  const person = await one.signInByMail()
  const stolen = await again(person, {}, one)
  const { token: apiToken, api_token } = await person.client.makeApiToken({ label: 'Shell', scope: 'read' })
  const streams = [
    await openStream(other.url, { token: stolen }),
    await openStream(other.url, { token: apiToken }),
    await openStream(other.url, { token: person.token }),
  ]
  expect(await me(stolen, other)).toBe('200')
  const endedAt = performance.now()
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
  console.info(`ended everywhere after ${Math.round(performance.now() - endedAt)} ms`)
  expect(streams[2]?.isEnded()).toBe(false)
  streams[2]?.close()
  expect(await me(person.token, other)).toBe('200')
  await Promise.all([one.stop(), other.stop()])
  rmSync(folder, { recursive: true, force: true })
})

describe('a secret that has been replaced', () => {
  test('still lets in whoever it let in before, and its links still open', async () => {
    const folder = newDataFolder()
    const before = await startTestInboard({ JWT_SECRET: secret }, folder)
    const person = await before.signInByMail()
    await before.client().requestLink({ email: 'late@example.com' })
    const link = await before.linkTo('late@example.com')
    await before.stop()

    const next = 'another secret, which is as long as the first one'
    const replaced = await startTestInboard({ JWT_SECRET: next, JWT_SECRET_PREVIOUS: secret }, folder)
    expect(await me(person.token, replaced)).toBe('200')
    const session = await replaced.client().openLink({ token: link })
    await replaced.stop()

    const forgotten = await startTestInboard({ JWT_SECRET: next }, folder)
    expect(await me(person.token, forgotten)).toBe('401 unauthenticated')
    expect(await me(session.token, forgotten)).toBe('200')
    await forgotten.stop()
    rmSync(folder, { recursive: true, force: true })
  })
})
