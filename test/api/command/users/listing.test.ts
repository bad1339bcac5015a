import { expect, test } from 'vitest'
import { inboard } from '../../../support/service/shared.ts'
import { UsersCommand } from './commands.ts'

const users = new UsersCommand(inboard)

test('the list has every account, and one of them can be looked at by its address or its id', async () => {
  const { client, user } = await inboard.signIn('dora@example.com')
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
  const { users: all } = await users.json('list')
  expect(all).toContainEqual(expect.objectContaining(wanted))
  expect(all.map(({ email }: { email: string }) => email)).toEqual(
    all.map(({ email }: { email: string }) => email).sort(),
  )
  expect(await users.done('list')).toMatch(
    /^dora@example\.com +\d{4}-\d\d-\d\d +\d{4}-\d\d-\d\d +1 +1 +13 bytes$/m,
  )
  expect((await users.json('show', 'Dora@example.com')).user).toMatchObject(wanted)
  expect(await users.done('show', user.id)).toContain('1 session, 0 passkeys, 0 API tokens')
})
