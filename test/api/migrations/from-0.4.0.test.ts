import { expect, test } from 'vitest'
import { databaseUrl } from '../../../src/server/config/config.ts'
import { readMigrations } from '../../../src/server/db/migrations.ts'
import { contents, openWith } from '../../support/databases/contents.ts'
import { databaseIn, engine, outsider } from '../../support/databases/engine.ts'
import { crowdOf040 } from '../../support/databases/statements.ts'
import { newDataFolder } from '../../support/machine/folders.ts'

test('a database of 0.4.0 is brought up to date with everything that is in it', async () => {
  const home = newDataFolder()
  const [first] = readMigrations(engine)
  const database = databaseUrl(
    (await databaseIn(home, { distributed: false, empty: true })).DATABASE_URL ?? '',
  )
  if (!first || !database) throw new Error('there is nothing to begin with')
  const old = await openWith(database, [first])
  const stranger = await outsider(database)
  await stranger.run(`begin; ${crowdOf040(50).join('; ')}; commit`)
  const before = await contents(old, database)
  await old.close()

  const now = await openWith(database, readMigrations(engine))
  const after = await contents(now, database)
  // What was there is of number 1, and so is its owner's counter.
  const added = {
    projects: ['revision', 'changed'],
    statuses: ['changed'],
    cards: ['revision', 'changed', 'counted'],
  }
  for (const [table, fields] of Object.entries(added)) {
    const ofNumber1 = Object.fromEntries(fields.map((field) => [field, 1]))
    before[table] = before[table]?.map((row) => ({ ...(row as object), ...ofNumber1 })) ?? []
  }
  before.cards = before.cards?.map((row) => ({ ...(row as object), captured_by: null })) ?? []
  const ended = {
    sessions_cutoff: null,
    access_ended_at: null,
    access_endings: 0,
    left_at: null,
    disabled_at: null,
  }
  before.users = before.users?.map((row) => ({ ...(row as object), ...ended })) ?? []
  before.links = before.links?.map((row) => ({ ...(row as object), asked_by: null })) ?? []
  const owners = (before.users as { id: string }[]).map(({ id }) => id)
  // Each has ten cards that say "Weed", and a project called "Garden".
  const size = { cards: 10, bytes: 46 }
  const counters = owners.map((owner_id) => ({ owner_id, seq: 1, oldest: 0, tombstones: 0, ...size }))
  const empty = {
    tombstones: [],
    bin: [],
    idempotency_keys: [],
    sessions: [],
    api_tokens: [],
    authorization_codes: [],
    sent_links: [],
    set_backs: [],
  }
  expect(after).toEqual({ ...before, counters, ...empty })
  await now.close()

  // An instance of 0.4.0 that is still running goes on reading, and none of its writes passes the counter by.
  for (const read of readsOf040) await stranger.run(read)
  for (const write of writesOf040)
    await expect(stranger.run(write), write).rejects.toThrow(/this change passes the counter by/)
  const unharmed = await openWith(database, readMigrations(engine))
  expect(await contents(unharmed, database)).toEqual(after)
  await unharmed.close()

  // With their account all they have goes, without a trace.
  await stranger.run(
    `${engine === 'sqlite' ? 'pragma foreign_keys = on; ' : ''}delete from users where id = 'u7'`,
  )
  await stranger.close()
  const without7 = await openWith(database, readMigrations(engine))
  const ofOthers = (rows: unknown[]) => rows.filter((row) => !Object.values(row as object).includes('u7'))
  expect(await contents(without7, database)).toEqual(
    Object.fromEntries(Object.entries(after).map(([table, rows]) => [table, ofOthers(rows)])),
  )
  await without7.close()
})

const at = `'2026-11-15T00:00:00.000Z'`
const inProject = `owner_id = 'u3' and project_id = 'p3'`

/** As 0.4.0 reads and writes cards and projects, with values in place of its parameters. */
const readsOf040 = [
  `select * from cards where owner_id = 'u3' and project_id is null and status_id is null order by position, id`,
  `select cards.* from statuses
   join cards on cards.owner_id = statuses.owner_id and cards.project_id = statuses.project_id
     and cards.status_id = statuses.id
   where statuses.owner_id = 'u3' and statuses.project_id = 'p3'
   order by statuses.position, cards.position, cards.id`,
  `select * from counted_projects where owner_id = 'u3' order by created_at, id`,
  `select id, project_id, name, position from statuses where ${inProject} order by position`,
]
const writesOf040 = [
  `insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at)
   values ('new', 'u3', null, null, 'Weed', 0, 0, ${at}, ${at})`,
  `update cards set position = position + 1, updated_at = ${at} where ${inProject} and status_id = 's3' and position >= 3`,
  `update cards set text = coalesce('Weeded', text), complete = coalesce(null, complete),
     position = coalesce(null, position), updated_at = ${at} where owner_id = 'u3' and id = 'c3' returning *`,
  `with move as materialized (select 'u3' as owner_id, given.* from (select 'c3' as id, 4 as position) as given)
   update cards set position = move.position, updated_at = ${at}
   from move where cards.owner_id = move.owner_id and cards.id = move.id`,
  `delete from cards where owner_id = 'u3' and id = 'c3' returning project_id, status_id`,
  `insert into projects (id, owner_id, title, created_at, updated_at)
   select 'new', 'u3', 'Orchard', ${at}, ${at} where (select count(*) from projects where owner_id = 'u3') < 100`,
  `update projects set title = 'Orchard', updated_at = ${at} where owner_id = 'u3' and id = 'p3'`,
  `delete from cards where ${inProject}`,
  `delete from projects where owner_id = 'u3' and id = 'p3'`,
]
