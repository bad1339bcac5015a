import { expect, test } from 'vitest'
import { listAccounts, showAccount } from '../../../../src/server/accounts/administer.ts'
import { inboard } from '../../../support/service/shared.ts'
import { operate } from './operator.ts'

test('the list has every account, and one is shown by its address or id', async () => {
  const email = 'dora@example.com'
  const { client, user } = await inboard.signIn(email)
  await client.addProject({ title: 'Garden' })
  await client.addInboxCard({ text: 'Grüße' })
  const wanted = {
    id: user.id,
    email,
    disabled_at: null,
    projects: 1,
    cards: 1,
    bytes: 'Garden'.length + 7,
    sessions: 1,
    passkeys: 0,
    api_tokens: 0,
  }
  const all = await operate(email, ({ db, clock }) => listAccounts(db, clock))
  expect(all).toContainEqual(expect.objectContaining(wanted))
  const addresses = all.map((account) => account.email)
  expect(addresses).toEqual(addresses.toSorted())
  const [next] = await operate(email, ({ db, clock }) => listAccounts(db, clock, email))
  expect(next?.email).toBe(addresses[addresses.indexOf(email) + 1])
  for (const named of [email, user.id])
    expect(await operate(named, ({ db, clock }, id) => showAccount(db, clock, id))).toMatchObject(wanted)
})
