import { expect, test } from 'vitest'
import { becomes, UsersCommand } from '../../api/command/users/commands.ts'
import { Ceremonies, outcome } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/shared.ts'

// Each word is given once. What it does to an account is in test/api/command, on both databases.

const users = new UsersCommand(inboard)
const signedOut = (token: string) => becomes(() => users.me(token), '401 unauthenticated')

test('somebody is signed out, with all else that lets them in only if that is asked for', async () => {
  const email = 'ines@example.com'
  const ceremonies = new Ceremonies(inboard)
  const person = await inboard.signIn(email)
  const passkey = ceremonies.newPasskey()
  await ceremonies.register(person, passkey)
  expect(await users.done('sign-out', email)).toMatch(/^ines@example\.com is signed out everywhere\./)
  await signedOut(person.token)
  const { body } = await ceremonies.signIn(passkey)
  expect(await users.me(body.token)).toBe('200')
  await users.done('sign-out', '--everything', email)
  await signedOut(body.token)
  expect(outcome(await ceremonies.signIn(passkey))).toBe('401 passkey_invalid')
})

test('an account is disabled, enabled, looked at and deleted', async () => {
  const email = 'jan@example.com'
  const { token, client, user } = await inboard.signIn(email)
  await client.addProject({ title: 'Garden' })
  await client.addInboxCard({ text: 'Grüße' })
  expect(await users.json('disable', email)).toEqual({ user: { id: user.id, disabled: true } })
  await signedOut(token)
  expect(await users.run('link', email)).toEqual({
    code: 1,
    told: '',
    complaint: `The account of ${email} is disabled. See: inboard users enable --help\n`,
  })
  expect(await users.done('list')).toMatch(
    /^jan@example\.com +\d{4}-\d\d-\d\d +\d{4}-\d\d-\d\d +1 +1 +13 bytes +disabled$/m,
  )

  await users.done('enable', email)
  await inboard.signIn(email)
  expect((await users.json('list')).users).toContainEqual(
    expect.objectContaining({ id: user.id, disabled_at: null, projects: 1, cards: 1, bytes: 13 }),
  )
  expect(await users.done('show', 'Jan@example.com')).toContain('1 session, 0 passkeys, 0 API tokens')

  expect(await users.done('delete', email)).toBe(`The account of ${email} and everything in it are gone.\n`)
  expect(await users.run('show', user.id)).toMatchObject({ code: 1, told: '' })
})
