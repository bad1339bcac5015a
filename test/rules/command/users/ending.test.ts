import { expect, test } from 'vitest'
import { disable, enable, makeLink, signOut } from '../../../../src/server/accounts/administer.ts'
import { leave } from '../../../../src/server/accounts/leave.ts'
import { becomes } from '../../../api/command/users/commands.ts'
import { operate } from '../../../api/command/users/operator.ts'
import { Ceremonies, outcome } from '../../../support/authenticator/ceremonies.ts'
import { codeOfRefusal, eventually } from '../../../support/service/inboard.ts'
import { openStream } from '../../../support/service/open-stream.ts'
import { inboard } from '../../../support/service/shared.ts'

const me = async (token: string) => outcome(await inboard.request('GET', '/api/me', { token }))

const signOutOf = (email: string, andAllElse: boolean) =>
  operate(email, ({ access, clock }, id) => signOut(access, clock, id, andAllElse))

/** Somebody with everything that lets people in. */
async function newPerson(email: string) {
  const ceremonies = new Ceremonies(inboard)
  const person = await inboard.signIn(email)
  const passkey = ceremonies.newPasskey()
  await ceremonies.register(person, passkey)
  const { token: apiToken } = await person.client.makeApiToken({ label: 'script', scope: 'read' })
  const stream = await openStream(inboard.url, { token: person.token })
  return {
    email,
    stream,
    me: () => me(person.token),
    projects: async () => outcome(await inboard.request('GET', '/api/projects', { token: apiToken })),
    signIn: () => ceremonies.signIn(passkey),
  }
}

test('signing an account out ends its sessions, and revokes everything else only on request', async () => {
  const [emil, emma] = await Promise.all([newPerson('emil@example.com'), newPerson('emma@example.com')])
  await Promise.all([signOutOf(emil.email, false), signOutOf(emma.email, true)])
  for (const one of [emil, emma]) {
    await becomes(one.me, '401 unauthenticated')
    await eventually(() => one.stream.isEnded() || undefined, 'the stream to end')
  }
  expect(await emil.projects()).toBe('200')
  expect(await me((await emil.signIn()).body.token)).toBe('200')

  await becomes(emma.projects, '401 unauthenticated')
  expect(outcome(await emma.signIn())).toBe('401 passkey_invalid')
  expect(await me((await inboard.signIn(emma.email)).token)).toBe('200')
})

test("a disabled account can't sign in until it is enabled", async () => {
  const email = 'fay@example.com'
  const ceremonies = new Ceremonies(inboard)
  const person = await inboard.signIn(email)
  const passkey = ceremonies.newPasskey()
  await ceremonies.register(person, passkey)
  await person.client.addInboxCard({ text: 'Milk' })
  const { token: apiToken } = await person.client.makeApiToken({ label: 'script', scope: 'write' })
  const inbox = async () => outcome(await inboard.request('GET', '/api/inbox/cards', { token: apiToken }))
  const streams = await Promise.all(
    [person.token, apiToken].map((token) => openStream(inboard.url, { token })),
  )
  const link = await operate(email, ({ db, clock }, id) => makeLink(db, clock, id))

  await operate(email, ({ access, clock }, id) => disable(access, clock, id))
  await becomes(() => me(person.token), '401 unauthenticated')
  await becomes(inbox, '401 unauthenticated')
  for (const stream of streams) await eventually(() => stream.isEnded() || undefined, 'the stream to end')
  expect(outcome(await ceremonies.signIn(passkey))).toBe('401 passkey_invalid')
  const opened = await inboard.request('POST', '/api/auth/verify-email', { body: { token: link?.token } })
  expect(outcome(opened)).toBe('400 token_unknown')
  // Asked for one, it answers as for everybody, and sends none.
  const before = inboard.mails().length
  const asked = await inboard.request('POST', '/api/auth/magic-link', { body: { email } })
  expect(outcome(asked)).toBe('202')
  await inboard.signInByMail()
  expect(inboard.mails().filter(({ to }) => to === email)).toEqual([])
  expect(inboard.mails().length).toBeGreaterThan(before)
  expect(await operate(email, ({ db, clock }, id) => makeLink(db, clock, id))).toBe(undefined)

  await operate(email, ({ db }, id) => enable(db, id))
  expect(await inbox()).toBe('200')
  expect(outcome(await ceremonies.signIn(passkey))).toBe('200')
  expect(await me(person.token)).toBe('401 unauthenticated')
  const back = await inboard.signIn(email)
  expect((await back.client.listInboxCards()).cards.map(({ text }) => text)).toEqual(['Milk'])
})

test('disabling withdraws a change of address', async () => {
  const email = 'hal@example.com'
  const { client } = await inboard.signIn(email)
  await client.requestAddressChange({ email: 'elsewhere@example.com' })
  const token = await inboard.linkTo('elsewhere@example.com')
  await operate(email, ({ access, clock }, id) => disable(access, clock, id))
  expect(await codeOfRefusal(inboard.client().openLink({ token }))).toBe('token_unknown')
  await operate(email, ({ db }, id) => enable(db, id))
  expect((await inboard.signIn(email)).user.pending_email).toBeNull()
})

test('deleting takes everything, and frees the address', async () => {
  const email = 'gil@example.com'
  const { token, client, user } = await inboard.signIn(email)
  await client.addProject({ title: 'Garden' })
  await operate(email, (part, ownerId) => leave({ ...part, audit: () => {} }, { ownerId, client: '' }, email))
  await becomes(() => me(token), '401 unauthenticated')
  const next = await inboard.signIn(email)
  expect(next.user.id).not.toBe(user.id)
  expect((await next.client.listProjects()).projects).toEqual([])
})
