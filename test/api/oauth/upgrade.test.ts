import { expect, test } from 'vitest'
import { listApiTokens } from '../../../src/server/accounts/api-tokens.ts'
import { type Release, releases, restore } from '../../releases/release.ts'
import { openWith } from '../../support/databases/contents.ts'
import { newDatabase, today } from '../releases/databases.ts'

test('a server of the last release goes on creating tokens beside this one, and none of its tokens has a client', async () => {
  const { database } = await newDatabase()
  const release = releases.at(-1) as Release
  await restore(release, database)
  const older = await openWith(
    database,
    today.filter(({ name }) => release.migrations.includes(name)),
  )
  const newer = await openWith(database, today)
  const [owner = { id: '' }] = await older.all<{ id: string }>`select owner_id as id from api_tokens limit 1`
  await older.hold(
    owner.id,
    (held) => held.run`
      insert into api_tokens (owner_id, id, token_hash, label, scope, created_at)
      values (${owner.id}, 'late', 'hash', 'Late', 'read', '2026-11-19T00:00:00.000Z')`,
  )
  const tokens = await listApiTokens(newer, owner.id)
  expect(tokens.map(({ label, client }) => [label, client])).toContainEqual(['Late', null])
  expect(tokens.length).toBeGreaterThan(1)
  expect(new Set(tokens.map(({ client }) => client))).toEqual(new Set([null]))
  await Promise.all([older.close(), newer.close()])
})
