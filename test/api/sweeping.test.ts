import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sweepAccounts } from '../../src/server/accounts/sweep.ts'
import { sweepChallenges } from '../../src/server/passkeys/challenges.ts'
import { outsider } from '../support/databases/engine.ts'
import { codeOfRefusal, eventually, startTestInboard, type TestInboard } from '../support/service/inboard.ts'

const minute = 60_000
const hour = 60 * minute

const running: TestInboard[] = []
afterAll(() => Promise.all(running.map((one) => one.stop())))

let inboard: TestInboard
beforeEach(async () => {
  inboard = await startTestInboard()
  running.push(inboard)
})

async function sweepAfter(milliseconds: number) {
  inboard.clock.advance(milliseconds)
  await sweepAccounts(inboard.world)
  await sweepChallenges(inboard.world)
}

const open = (token: string) => codeOfRefusal(inboard.client().openLink({ token }))

const users = async () => (await inboard.world.db.all`select id from users`).length
const links = async () => (await inboard.world.db.all`select token_hash from links`).length
const challenges = async () => (await inboard.world.db.all`select challenge from challenges`).length

async function newLink(email: string): Promise<string> {
  const before = inboard.mails().filter(({ to }) => to === email).length
  await inboard.client().requestLink({ email })
  return await inboard.linkTo(email, before + 1)
}

describe('links', () => {
  test('of every fate are told apart for a day, and unknown after two', async () => {
    const used = await newLink('used@example.com')
    expect(await open(used)).toBe('accepted')
    const expired = await newLink('expired@example.com')
    const fates = async () => [await open(used), await open(expired)]
    await sweepAfter(15 * minute)
    expect(await fates()).toEqual(['token_used', 'token_expired'])
    await sweepAfter(23 * hour)
    expect(await fates()).toEqual(['token_used', 'token_expired'])
    await sweepAfter(24 * hour)
    expect(await fates()).toEqual(['token_used', 'token_expired'])
    await sweepAfter(2 * hour)
    expect(await fates()).toEqual(['token_unknown', 'token_unknown'])
    expect(await links()).toBe(0)
  })

  test('that can still be opened are left alone', async () => {
    await sweepAfter(72 * hour)
    const link = await newLink('ada@example.com')
    await sweepAfter(14 * minute)
    expect(await open(link)).toBe('accepted')
  })
})

describe('accounts', () => {
  test('that nobody ever opened a link of are removed, and their address is free', async () => {
    await newLink('ada@example.com')
    await sweepAfter(47 * hour)
    expect(await users()).toBe(1)
    await sweepAfter(2 * hour)
    expect(await users()).toBe(0)
    const { user } = await inboard.signInByMail('ada@example.com')
    expect(user.email_verified).toBe(true)
  })

  test('that are unverified but still asked for are left alone', async () => {
    const before = await newLink('ada@example.com')
    await sweepAfter(47 * hour)
    const link = await newLink('ada@example.com')
    await sweepAfter(2 * hour)
    expect(await users()).toBe(1)
    expect([await open(before), await open(link)]).toEqual(['token_unknown', 'token_expired'])
  })

  test('that are verified stay as they are, with all they hold', async () => {
    const { client, user } = await inboard.signInByMail('ada@example.com')
    const { project } = await client.addProject({ title: 'Garden' })
    await client.addProjectCard({ project_id: project.id, text: 'Weed' })
    const { card } = await client.addInboxCard({ text: 'Buy seeds' })
    await sweepAfter(29 * 24 * hour)
    expect(await client.readMe()).toEqual({ user })
    expect((await client.readProject({ project_id: project.id })).project.card_count).toBe(1)
    expect(await client.listInboxCards()).toEqual({ cards: [card] })
  })

  test('forget a change of address that can no longer be completed, and no other', async () => {
    const ada = await inboard.signInByMail('ada@example.com')
    const bob = await inboard.signInByMail('bob@example.com')
    await ada.client.requestAddressChange({ email: 'stale@example.com' })
    await inboard.linkTo('stale@example.com')
    await sweepAfter(47 * hour)
    await bob.client.requestAddressChange({ email: 'fresh@example.com' })
    const link = await inboard.linkTo('fresh@example.com')
    expect((await ada.client.readMe()).user.pending_email).toBe('stale@example.com')
    await sweepAfter(2 * hour)
    expect((await ada.client.readMe()).user).toEqual({ ...ada.user, pending_email: null })
    expect((await bob.client.readMe()).user.pending_email).toBe('fresh@example.com')
    expect(await open(link)).toBe('token_expired')
  })
})

test('expired passkey challenges are removed, live ones are not', async () => {
  const { client } = await inboard.signInByMail()
  await client.startPasskeyRegistration()
  await inboard.client().startPasskeySignIn()
  await sweepAfter(4 * minute)
  await inboard.client().startPasskeySignIn()
  expect(await challenges()).toBe(3)
  await sweepAfter(2 * minute)
  expect(await challenges()).toBe(1)
})

test.each([
  ['sent_links', 'expires_at', 'true'],
  ['users', 'change_email_sent_at', 'pending_email is not null'],
  ['users', 'verification_email_sent_at', 'email_verified_at is null'],
])('what is renewed while it is being swept stays: %s with a new %s', async (table, field, which) => {
  const ada = await inboard.signInByMail('ada@example.com')
  await ada.client.requestAddressChange({ email: 'countess@example.com' })
  await newLink('bob@example.com')
  const other = await outsider(inboard.world.config.database)
  await other.run('delete from links')
  inboard.clock.advance(49 * hour)
  // As a request for a link does, whose transaction is still open.
  await other.run(`begin; update ${table} set ${field} = '9' where ${which}`)
  const sweeping = sweepAccounts(inboard.world)
  await pause(200)
  await other.run('commit')
  await sweeping
  const renewed = table === 'users' ? 1 : 4
  expect(
    await inboard.world.db
      .all`select id from users where change_email_sent_at = '9' and pending_email is not null
    or verification_email_sent_at = '9' union all select subject from sent_links`,
  ).toHaveLength(renewed)
  await other.close()
})

test('a new start sweeps by itself, however much there is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'inboard-'))
  const before = await startTestInboard({}, folder)
  const { user } = await before.signIn('ada@example.com')
  await before.world.db.transaction(async (tx) => {
    for (let n = 0; n < 1200; n++) {
      await tx.run`
        insert into links (token_hash, owner_id, purpose, email, created_at, expires_at)
        values (${`hash-${n}`}, ${user.id}, 'sign_in', '', '2020-01-01T00:00:00.000Z', '2020-01-01T00:15:00.000Z')`
    }
  })
  await before.stop()

  const after = await startTestInboard({}, folder)
  const { db } = after.world
  await eventually(
    async () => (await db.all`select token_hash from links`).length === 1 || undefined,
    'one link, which is a day old at most',
  )
  await after.stop()
  rmSync(folder, { recursive: true })
})
