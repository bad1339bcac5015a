import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepAccounts } from '../../src/server/accounts/sweep.ts'
import { Ceremonies, outcome } from '../support/authenticator/ceremonies.ts'
import { outsider } from '../support/databases/engine.ts'
import { newDataFolder } from '../support/machine/folders.ts'
import { fillInbox } from '../support/service/filling.ts'
import { eventually, startTestInboard, type TestInboard } from '../support/service/inboard.ts'
import { openStream } from '../support/service/open-stream.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard()
})
afterAll(() => inboard.stop())

const leave = (token: string, body: object, at = inboard) => at.request('DELETE', '/api/me', { token, body })

/** How many rows each table has that name this owner. */
async function rowsOf(ownerId: string, { world } = inboard): Promise<Record<string, number>> {
  const stranger = await outsider(world.config.database)
  const owned =
    'counters links outbox passkeys challenges projects statuses cards tombstones bin idempotency_keys sessions api_tokens'
  const counted = Object.fromEntries(
    await Promise.all(
      owned
        .split(' ')
        .map(async (table) => [
          table,
          Number(
            (await stranger.all(`select count(*) as n from ${table} where owner_id = '${ownerId}'`))[0]?.n,
          ),
        ]),
    ),
  )
  const users = await stranger.all(`select count(*) as n from users where id = '${ownerId}'`)
  await stranger.close()
  return { ...counted, users: Number(users[0]?.n) }
}

describe('leaving', () => {
  test('takes everything along, and frees the address', async () => {
    const { person, passkey } = await new Ceremonies(inboard).holder()
    const { client, user, token } = person
    const stream = await openStream(inboard.url, { token })
    const { token: apiToken } = await client.makeApiToken({ label: 'Shell', scope: 'write' })
    await fillInbox(inboard, person, 1200)
    const { project } = await client.addProject({ title: 'Garden' })
    await client.addProjectCard({ project_id: project.id, text: 'Weed' }, { idempotencyKey: 'once' })
    const { project: former } = await client.addProject({ title: 'Former' })
    await client.addProjectCard({ project_id: former.id, text: 'Gone' })
    await client.removeProject({ project_id: former.id })
    await client.requestAddressChange({ email: 'elsewhere@example.com' })
    const link = await inboard.linkTo('elsewhere@example.com')
    const before = await rowsOf(user.id)
    expect(before.cards).toBe(1202)

    expect(outcome(await leave(token, { email: ` ${user.email.toUpperCase()} ` }))).toBe('204')
    expect(new Set(Object.values(await rowsOf(user.id)))).toEqual(new Set([0]))
    for (const one of [token, apiToken])
      expect(outcome(await inboard.request('GET', '/api/inbox/cards', { token: one }))).toBe(
        '401 unauthenticated',
      )
    await eventually(() => stream.isEnded() || undefined, 'the end of the stream')
    expect(outcome(await new Ceremonies(inboard).signIn(passkey))).toBe('401 passkey_invalid')
    const opening = await inboard.request('POST', '/api/auth/verify-email', { body: { token: link } })
    expect(outcome(opening)).toBe('400 token_unknown')

    inboard.clock.advance(61_000)
    const anew = await inboard.signIn(user.email)
    expect(anew.user.id).not.toBe(user.id)
    expect((await anew.client.changes()).seq).toBe(0)
  })

  test('needs the address of the account', async () => {
    const { client, token } = await inboard.signIn()
    const { user: other } = await inboard.signIn()
    for (const body of [{ email: other.email }, { email: 'no address' }, {}, { email: null }])
      expect(outcome(await leave(token, body))).toBe('422 validation_failed')
    expect(outcome(await inboard.request('DELETE', '/api/me', { token }))).toBe('400 malformed_json')
    await client.readMe()
  })

  test('leaves others what is theirs', async () => {
    const [ada, bob] = [await inboard.signIn(), await inboard.signIn()]
    const { card } = await bob.client.addInboxCard({ text: 'Weed' })
    await leave(ada.token, { email: ada.user.email })
    expect((await bob.client.listInboxCards()).cards).toEqual([card])
  })

  test('holds on every instance as soon as it is answered', async () => {
    const folder = newDataFolder()
    const one = await startTestInboard({}, folder)
    const other = await startTestInboard({}, folder, one.clock)
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
    await Promise.all([one.stop(), other.stop()])
    rmSync(folder, { recursive: true, force: true })
  })

  test('is finished by the sweep if it was interrupted', async () => {
    const person = await inboard.signIn()
    await fillInbox(inboard, person, 700)
    const stranger = await outsider(inboard.world.config.database)
    await stranger.run(
      `update users set email = 'left:${person.user.id}', email_verified_at = null, left_at = '2026-01-01' where id = '${person.user.id}'`,
    )
    await stranger.close()
    await sweepAccounts(inboard.world)
    expect(new Set(Object.values(await rowsOf(person.user.id)))).toEqual(new Set([0]))
  })
})
