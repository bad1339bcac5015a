import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Ceremonies, outcome } from '../../support/authenticator/ceremonies.ts'
import { environmentOf, inboard as run } from '../../support/processes/command.ts'
import {
  eventually,
  type SignedIn,
  startTestInboard,
  type TestInboard,
  tokenIn,
} from '../../support/service/inboard.ts'
import { openStream } from '../../support/service/open-stream.ts'

// The command works beside a server on the same database, which nobody may join by themselves.
let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard({ REGISTRATION: 'closed' })
})
afterAll(() => inboard.stop())

const users = (...words: string[]) =>
  run(['users', ...words], { environment: environmentOf(inboard.world.config) })

async function done(...words: string[]): Promise<string> {
  const { code, told, complaint } = await users(...words)
  expect({ code, complaint }).toEqual({ code: 0, complaint: expect.any(String) })
  return told
}
const json = async (...words: string[]) => JSON.parse(await done(...words, '--json'))

async function signIn(email: string): Promise<SignedIn> {
  const { link } = await json('link', email)
  const { token, user } = await inboard.client().openLink({ token: tokenIn(link) })
  return { client: inboard.client(token), user, token }
}
const me = async (token: string) => outcome(await inboard.request('GET', '/api/me', { token }))
/** A server that did not end it itself hears of it within five seconds. */
const becomes = (look: () => Promise<string>, wanted: string) =>
  eventually(async () => ((await look()) === wanted ? true : undefined), wanted)

describe('a link', () => {
  test('lets the first person in, though nobody may join and no mail is sent', async () => {
    const before = inboard.mails().length
    const { code, told, complaint } = await users('link', 'Ada@Example.com')
    expect(complaint).toBe('ada@example.com has an account now.\n')
    expect(code).toBe(0)
    expect(told).toMatch(new RegExp(`^${inboard.world.config.appUrl}/verify-email\\?token=\\S+\n$`))
    const token = tokenIn(told)
    expect(await inboard.client().describeLink({ token })).toMatchObject({
      purpose: 'sign_in',
      email: 'ada@example.com',
    })
    const { user } = await inboard.client().openLink({ token })
    expect(user).toMatchObject({ email: 'ada@example.com', email_verified: true })
    const again = await inboard.request('POST', '/api/auth/verify-email', { body: { token } })
    expect(outcome(again)).toBe('400 token_used')
    expect(inboard.mails()).toHaveLength(before)
  })

  test('for somebody who has an account makes no other, and says until when it works', async () => {
    const { user } = await signIn('bob@example.com')
    const { link, expires_at, is_new } = await json('link', 'bob@example.com')
    expect(is_new).toBe(false)
    expect(Math.abs(Date.parse(expires_at) - Date.now() - 15 * 60_000)).toBeLessThan(5 * 60_000)
    expect((await inboard.client().openLink({ token: tokenIn(link) })).user.id).toBe(user.id)
  })
})

test('whoever was added can ask for a link, though nobody may join', async () => {
  const email = 'carol@example.com'
  expect(await done('add', email)).toBe(`${email} has an account now.\n`)
  expect(await done('add', email)).toBe(`${email} has an account already, and can sign in.\n`)
  const { user } = await inboard.signInByMail(email)
  expect(user.email).toBe(email)
})

test('the list has every account, and one of them can be looked at by its address or its id', async () => {
  const { client, user } = await signIn('dora@example.com')
  await client.addProject({ title: 'Garden' })
  await client.addInboxCard({ text: 'Grüße' })
  const wanted = {
    id: user.id,
    email: 'dora@example.com',
    disabled_at: null,
    projects: 1,
    cards: 1,
    bytes: 'Garden'.length + 7,
    sessions: 1,
    passkeys: 0,
    api_tokens: 0,
  }
  const { users: all } = await json('list')
  expect(all).toContainEqual(expect.objectContaining(wanted))
  expect(all.map(({ email }: { email: string }) => email)).toEqual(
    all.map(({ email }: { email: string }) => email).sort(),
  )
  expect(await done('list')).toMatch(/^dora@example\.com +\d{4}-\d\d-\d\d +\d{4}-\d\d-\d\d +1 +1 +13 bytes$/m)
  for (const name of ['Dora@example.com', user.id])
    expect((await json('show', name)).user).toMatchObject(wanted)
  expect(await done('show', user.id)).toContain('1 session, 0 passkeys, 0 API tokens')
})

test('signing somebody out ends their sessions, and everything else only if asked', async () => {
  const ceremonies = new Ceremonies(inboard)
  const person = await signIn('emil@example.com')
  const passkey = ceremonies.newPasskey()
  await ceremonies.register(person, passkey)
  const { token: apiToken } = await person.client.makeApiToken({ label: 'script', scope: 'read' })
  const projects = async () => outcome(await inboard.request('GET', '/api/projects', { token: apiToken }))
  const stream = await openStream(inboard.url, { token: person.token })

  await done('sign-out', 'emil@example.com')
  await becomes(() => me(person.token), '401 unauthenticated')
  await eventually(() => stream.isEnded() || undefined, 'the stream to end')
  expect(await projects()).toBe('200')
  const { body } = await ceremonies.signIn(passkey)
  expect(await me(body.token)).toBe('200')

  await done('sign-out', '--everything', 'emil@example.com')
  await becomes(() => me(body.token), '401 unauthenticated')
  await becomes(projects, '401 unauthenticated')
  expect(outcome(await ceremonies.signIn(passkey))).toBe('401 passkey_invalid')
  expect(await me((await signIn('emil@example.com')).token)).toBe('200')
})

test('nothing lets anybody in to an account that is disabled, until it is enabled', async () => {
  const email = 'fay@example.com'
  const ceremonies = new Ceremonies(inboard)
  const person = await signIn(email)
  const passkey = ceremonies.newPasskey()
  await ceremonies.register(person, passkey)
  await person.client.addInboxCard({ text: 'Milk' })
  const { token: apiToken } = await person.client.makeApiToken({ label: 'script', scope: 'write' })
  const inbox = async () => outcome(await inboard.request('GET', '/api/inbox/cards', { token: apiToken }))
  const streams = await Promise.all(
    [person.token, apiToken].map((token) => openStream(inboard.url, { token })),
  )
  const { link } = await json('link', email)

  await done('disable', email)
  await becomes(() => me(person.token), '401 unauthenticated')
  await becomes(inbox, '401 unauthenticated')
  for (const stream of streams) await eventually(() => stream.isEnded() || undefined, 'the stream to end')
  expect(outcome(await ceremonies.signIn(passkey))).toBe('401 passkey_invalid')
  const opened = await inboard.request('POST', '/api/auth/verify-email', { body: { token: tokenIn(link) } })
  expect(outcome(opened)).toBe('400 token_unknown')
  // Asked for one, it answers as for everybody, and sends none.
  const before = inboard.mails().length
  const asked = await inboard.request('POST', '/api/auth/magic-link', { body: { email } })
  expect(outcome(asked)).toBe('202')
  await done('add', 'heidi@example.com')
  await inboard.signInByMail('heidi@example.com')
  expect(inboard.mails().filter(({ to }) => to === email)).toEqual([])
  expect(inboard.mails().length).toBeGreaterThan(before)
  expect(await users('link', email)).toEqual({
    code: 1,
    told: '',
    complaint: `The account of ${email} is disabled. See: inboard users enable --help\n`,
  })
  expect((await json('show', email)).user.disabled_at).toEqual(expect.any(String))
  expect(await done('list')).toMatch(/^fay@example\.com .* disabled$/m)

  await done('enable', email)
  expect(await inbox()).toBe('200')
  expect(outcome(await ceremonies.signIn(passkey))).toBe('200')
  expect(await me(person.token)).toBe('401 unauthenticated')
  const back = await signIn(email)
  expect((await back.client.listInboxCards()).cards.map(({ text }) => text)).toEqual(['Milk'])
})

test('deleting takes everything, and frees the address', async () => {
  const email = 'gil@example.com'
  const { token, client, user } = await signIn(email)
  await client.addProject({ title: 'Garden' })
  expect(await done('delete', email)).toBe(`The account of ${email} and everything in it are gone.\n`)
  await becomes(() => me(token), '401 unauthenticated')
  expect((await users('show', user.id)).code).toBe(1)
  const next = await signIn(email)
  expect(next.user.id).not.toBe(user.id)
  expect((await next.client.listProjects()).projects).toEqual([])
})

test.each([
  [['show', 'nobody@example.com'], 1, 'There is no account nobody@example.com.'],
  [['disable', '0'], 1, 'There is no account 0.'],
  [['delete', 'ada'], 1, '"ada" is not an address: one is such as ada@example.com.'],
  [['link', 'ada@'], 1, '"ada@" is not an address: one is such as ada@example.com.'],
  [['link'], 2, 'ADDRESS is missing. See: inboard users link --help'],
  [['link', 'a@example.com', 'b@example.com'], 2, 'There is a word too many. See: inboard users link --help'],
])('%j is refused in a sentence', async (words, code, sentence) => {
  expect(await users(...words)).toEqual({ code, told: '', complaint: `${sentence}\n` })
})
