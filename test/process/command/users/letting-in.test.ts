import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UsersCommand } from '../../../api/command/users/commands.ts'
import { outcome } from '../../../support/authenticator/ceremonies.ts'
import { startTestInboard, type TestInboard, tokenIn } from '../../../support/service/inboard.ts'

// Nobody may join by themselves.
let inboard: TestInboard
let users: UsersCommand
beforeAll(async () => {
  inboard = await startTestInboard({ REGISTRATION: 'closed' })
  users = new UsersCommand(inboard)
})
afterAll(() => inboard.stop())

describe('a link', () => {
  test('lets the first person in without registration and mail', async () => {
    const before = inboard.mails().length
    const { code, told, complaint } = await users.run('link', 'Ada@Example.com')
    expect(complaint).toBe('Created an account for ada@example.com.\n')
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

  test('for an existing account creates no other, and says when it expires', async () => {
    const { user } = await inboard.signIn('bob@example.com')
    const { link, expires_at, is_new } = await users.json('link', 'bob@example.com')
    expect(is_new).toBe(false)
    expect(Math.abs(Date.parse(expires_at) - Date.now() - 15 * 60_000)).toBeLessThan(5 * 60_000)
    expect((await inboard.client().openLink({ token: tokenIn(link) })).user.id).toBe(user.id)
  })
})

test('a person who was added can ask for a link while registration is closed', async () => {
  const email = 'carol@example.com'
  expect(await users.done('add', email)).toBe(`Created an account for ${email}.\n`)
  expect(await users.done('add', email)).toBe(`${email} already has an account and can sign in.\n`)
  const { user } = await inboard.signInByMail(email)
  expect(user.email).toBe(email)
})
