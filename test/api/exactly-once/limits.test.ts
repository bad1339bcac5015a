import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sweepKeys } from '../../../src/server/writes/keys.ts'
import { outsider } from '../../support/databases/engine.ts'
import { inboard as clocked } from '../../support/service/clocked.ts'
import { sender } from '../../support/service/sending.ts'
import { small } from '../../support/service/small.ts'
import { newcomer } from './people.ts'

test('the key of a project replays it with its counts of now, also above the limit', async () => {
  const { send, client } = await newcomer(small)
  const key = randomUUID()
  await send('POST /api/projects', { body: { title: 'P' }, key })
  await client.addProjectCard({ project_id: key, text: 'x' })
  for (const title of ['2', '3']) await client.addProject({ title })
  expect(await send('POST /api/projects', { body: { title: 'P' }, key })).toMatchObject({
    outcome: '201',
    isReplay: true,
    body: { project: { id: key, card_count: 1 } },
  })
  // Taken comes before the limit.
  const { card } = await client.addInboxCard({ text: 'x' })
  expect((await send('POST /api/projects', { body: { title: 'P' }, key: card.id })).outcome).toBe(
    '409 id_taken',
  )
  const fourth = { body: { title: '4' }, key: randomUUID() }
  expect((await send('POST /api/projects', fourth)).outcome).toBe('409 project_limit_reached')
  await client.removeProject({ project_id: key })
  expect(await send('POST /api/projects', fourth)).toMatchObject({ outcome: '201', isReplay: false })
})

test('keys are kept for at least 30 days, but not forever', async () => {
  const { user, token } = await clocked.signIn()
  const send = sender(clocked, token)
  const { db } = clocked.world
  const count = async () =>
    (await db.all`select key from idempotency_keys where owner_id = ${user.id}`).length
  const first = { body: { text: 'x' }, key: 'first' }
  await send('POST /api/inbox/cards', first)
  clocked.clock.advance(29.9 * 86_400_000)
  await send('POST /api/inbox/cards', { body: { text: 'y' }, key: 'second' })
  expect(await send('POST /api/inbox/cards', first)).toMatchObject({ isReplay: true })
  clocked.clock.advance(25 * 86_400_000)
  const { token: renewed } = await clocked.signIn(user.email)
  const later = sender(clocked, renewed)
  for (let round = 0; round < 5; round++) await later('DELETE /api/bin', { key: `later-${round}` })
  expect(await count()).toBe(6)
  expect(await later('POST /api/inbox/cards', first)).toMatchObject({ status: 201, isReplay: false })
})

test('keys of those who no longer use any go after 30 days, too, of one account after the other', async () => {
  const { client, user } = await clocked.signIn()
  const { db, clock } = { ...clocked.world, clock: clocked.clock }
  const count = async () =>
    (await db.all`select key from idempotency_keys where owner_id = ${user.id}`).length
  const old = new Date(clock.now() - 31 * 86_400_000).toISOString()
  await client.addInboxCard({ text: 'x' }, { idempotencyKey: 'recent' })
  const stranger = await outsider(clocked.world.config.database)
  await stranger.run(`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 1200)
    insert into idempotency_keys (owner_id, key, number, request, created_at)
    select '${user.id}', 'old-' || i, i - 1200, 'r', '${old}' from n`)
  await stranger.close()
  expect(await count()).toBe(1201)
  // Up to this account, and not it.
  expect(await sweepKeys(clocked.world, user.id)).toBe('')
  expect(await count()).toBe(1201)
  expect(await sweepKeys(clocked.world)).toBe('')
  expect(await count()).toBe(1)
})
