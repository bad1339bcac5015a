import { expect, test } from 'vitest'
import { becomes, UsersCommand } from '../../api/command/users/commands.ts'
import { Ceremonies, outcome } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/shared.ts'

// Each word is given once. What it does to an account is in test/api/command and test/rules/command.

const users = new UsersCommand(inboard)
const signedOut = (token: string) => becomes(() => users.me(token), '401 unauthenticated')

test('sign-out ends sessions, and tokens and passkeys only with --everything', async () => {
  const ceremonies = new Ceremonies(inboard)
  const withPasskey = async (email: string) => {
    const person = await inboard.signIn(email)
    const passkey = ceremonies.newPasskey()
    await ceremonies.register(person, passkey)
    return { passkey, token: person.token }
  }
  const [ines, ivo] = await Promise.all([withPasskey('ines@example.com'), withPasskey('ivo@example.com')])
  const [told] = await Promise.all([
    users.done('sign-out', 'ines@example.com'),
    users.done('sign-out', '--everything', 'ivo@example.com'),
  ])
  expect(told).toMatch(/^ines@example\.com is signed out everywhere\./)
  for (const { token } of [ines, ivo]) await signedOut(token)
  expect(outcome(await ceremonies.signIn(ines.passkey))).toBe('200')
  expect(outcome(await ceremonies.signIn(ivo.passkey))).toBe('401 passkey_invalid')
})

test('an account is disabled, enabled, looked at and deleted', async () => {
  const email = 'jan@example.com'
  const { token, client, user } = await inboard.signIn(email)
  await client.addProject({ title: 'Garden' })
  await client.addInboxCard({ text: 'Grüße' })
  expect(await users.json('disable', email)).toEqual({ user: { id: user.id, disabled: true } })
  expect(await users.run('link', email)).toEqual({
    code: 1,
    told: '',
    complaint: `The account of ${email} is disabled. See: inboard users enable --help\n`,
  })
  const [list] = await Promise.all([users.done('list'), signedOut(token)])
  expect(list).toMatch(/^jan@example\.com +\d{4}-\d\d-\d\d +\d{4}-\d\d-\d\d +1 +1 +13 bytes +disabled$/m)

  await users.done('enable', email)
  await inboard.signIn(email)
  expect((await users.json('list')).users).toContainEqual(
    expect.objectContaining({ id: user.id, disabled_at: null, projects: 1, cards: 1, bytes: 13 }),
  )
  expect(await users.done('show', 'Jan@example.com')).toContain('1 session, 0 passkeys, 0 API tokens')

  expect(await users.done('delete', email, '--yes')).toBe(
    `Deleted the account of ${email} and everything in it.\n`,
  )
  expect(await users.run('show', user.id)).toMatchObject({ code: 1, told: '' })
})
