import { copyFileSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Config, databaseUrl } from '../../src/server/config.ts'
import { newestOf, readMigrations } from '../../src/server/db/migrations.ts'
import { filesIn } from '../../src/server/shipped.ts'
import { Ceremonies } from '../support/authenticator/ceremonies.ts'
import { contents, openWith } from '../support/databases/contents.ts'
import { databaseIn, engine, type Outsider, outsider } from '../support/databases/engine.ts'
import { crowdOf, crowdOf040 } from '../support/databases/statements.ts'
import { root } from '../support/processes/process.ts'
import { eventually, type SignedIn, startTestInboard, type TestInboard } from '../support/service/inboard.ts'

const newest = newestOf(readMigrations(engine))

const folder = mkdtempSync(join(tmpdir(), 'inboard-migrations-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The migrations that are shipped, followed by some that stand for those of a later version. */
function migrationsWith(files: Record<string, string>) {
  const here = mkdtempSync(join(folder, 'some-'))
  for (const file of globSync('src/server/db/migrations/*.sql', { cwd: root }))
    copyFileSync(join(root, file), join(here, basename(file)))
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(here, name), sql)
  return readMigrations(engine, filesIn(here))
}

const open = (database: Config['database'], files: Record<string, string>) =>
  openWith(database, migrationsWith(files))

const fields = `
  id text not null primary key, email text not null unique, email_verified_at text, pending_email text,
  verification_email_sent_at text, change_email_sent_at text, passkey_handle text not null, created_at text not null,
  sessions_cutoff text, access_ended_at text, access_endings integer not null default 0, left_at text,
  disabled_at text`
const names = fields.replaceAll(/ (?:text|integer)( not null)?( primary key| unique| default 0)?/g, '')

const nameOf = (trigger: string) => trigger.split(' ')[2]

/** The triggers that read users, as they were last made. */
const triggers = readMigrations('sqlite').flatMap(
  ({ sql }) => sql.match(/create trigger [^;]*;[^;]*;/g) ?? [],
)
const readingUsers = [...new Map(triggers.map((trigger) => [nameOf(trigger), trigger])).values()].filter(
  (trigger) => trigger.includes('from users'),
)

const ofTheFeed = ['counters', 'tombstones', 'bin', 'idempotency_keys']
const ofAccess = ['sessions', 'api_tokens']

const rebuildUsers = {
  '9998-rebuild-users.sqlite.sql': `-- beside: ${newest}
    ${readingUsers.map((trigger) => `drop trigger ${nameOf(trigger)};`).join('\n')}
    create table rebuilt (${fields}, nickname text) strict;
    insert into rebuilt (${names}) select ${names} from users;
    drop table users;
    alter table rebuilt rename to users;
    create index users_unverified on users (verification_email_sent_at) where email_verified_at is null;
    create index users_changing on users (change_email_sent_at) where pending_email is not null;
    ${readingUsers.join('\n')}`,
  '9998-rebuild-users.postgres.sql': `
-- beside: ${newest}
    create table rebuilt (${fields}, nickname text);
    insert into rebuilt (${names}) select ${names} from users;
    drop table users cascade;
    alter table rebuilt rename to users;
    create index users_unverified on users (verification_email_sent_at) where email_verified_at is null;
    create index users_changing on users (change_email_sent_at) where pending_email is not null;
    ${['links', 'outbox', 'passkeys', 'challenges', 'projects', 'cards', ...ofTheFeed, ...ofAccess]
      .map(
        (table) => `alter table ${table} add foreign key (owner_id) references users (id) on delete cascade;`,
      )
      .join('\n')}`,
}

test.each([
  ['a name that is none', { 'colours.sql': '' }, /colours\.sql is not named as a migration is/],
  ['a number that is taken', { '0001-again.sql': '' }, /has the number of another/],
  [
    'a version beside it that is not known',
    { '9998-colours.sql': '-- beside: 0000-never.sql\n' },
    /names no earlier migration: 0000-never\.sql/,
  ],
])('a migration with %s is refused when it is read', (_what, files, reason) => {
  expect(() => migrationsWith(files)).toThrow(reason)
})

describe('a full database', () => {
  let inboard: TestInboard
  let person: SignedIn
  const home = mkdtempSync(join(folder, 'home-'))

  beforeAll(async () => {
    // Nothing that shards refer to could be rebuilt.
    await databaseIn(home, { distributed: false, empty: true })
    inboard = await startTestInboard({}, home)
    const { person: holder } = await new Ceremonies(inboard).holder()
    person = holder
    const { client, user } = person
    const { project } = await client.addProject({ title: 'Garden' })
    for (const text of ['Weed', 'Water', 'Sow']) {
      await client.addProjectCard({ project_id: project.id, text })
      await client.addInboxCard({ text })
    }
    const { card } = await client.addInboxCard({ text: 'Gone' }, { idempotencyKey: 'once' })
    await client.removeCard({ id: card.id })
    await client.requestAddressChange({ email: `new-${user.email}` })
    await client.startPasskeyRegistration()
    await client.makeApiToken({ label: 'Shell', scope: 'read' })
    await inboard.signIn()
    await inboard.stop()
  })
  afterAll(() => inboard.stop())

  test('is left as it was by a migration that would empty tables or break references', async () => {
    const { database } = inboard.world.config
    const before = await open(database, {})
    const all = await contents(before, database)
    await before.close()
    const full = [
      'users',
      'links',
      'passkeys',
      'challenges',
      'projects',
      'statuses',
      'cards',
      ...ofTheFeed,
      ...ofAccess,
    ]
    for (const name of full) expect([name, all[name]]).not.toEqual([name, []])

    const dropsUsers = `drop table users; create table users (${fields});`
    await expect(open(database, { '9998-drops-users.sql': dropsUsers })).rejects.toThrow(
      engine === 'sqlite' ? /would leave broken references: .*cards to users/ : /other objects depend on it/,
    )
    const after = await open(database, {})
    expect(await contents(after, database)).toEqual(all)
    await after.close()
  })

  test('keeps all of it while the table that everything refers to is rebuilt', async () => {
    const { database } = inboard.world.config
    const before = await open(database, {})
    const all = await contents(before, database)
    await before.close()

    const rebuilt = await open(database, rebuildUsers)
    const users = all.users?.map((user) => ({ ...(user as object), nickname: null }))
    expect(await contents(rebuilt, database)).toEqual({ ...all, users })
    // Foreign keys are enforced again.
    const orphan = rebuilt.transaction(
      (tx) => tx.run`
        insert into links (token_hash, owner_id, purpose, email, created_at, expires_at)
        values ('x', 'nobody', 'sign_in', 'x', 'x', 'x')`,
    )
    await expect(orphan).rejects.toThrow(/foreign key/i)
    await rebuilt.close()

    // The migration declares that the present version can run beside it, so this one starts, with all data in place.
    inboard = await startTestInboard({}, home)
    const client = inboard.client(person.token)
    const { projects } = await client.listProjects()
    expect(projects).toMatchObject([{ title: 'Garden', card_count: 3 }])
    expect((await client.listPasskeys()).passkeys).toHaveLength(1)
    await client.addInboxCard({ text: 'Still here' })
    expect((await client.listInboxCards()).cards).toHaveLength(4)
    expect((await client.listBin()).items).toMatchObject([{ text: 'Gone' }])
    // So are the triggers that read the table.
    const stranger = await outsider(database)
    await expect(stranger.run('delete from cards')).rejects.toThrow(/passes the counter by/)
    await stranger.close()
  })
})

test('a database of 0.4.0 is brought up to date with everything that is in it', async () => {
  const home = mkdtempSync(join(folder, 'old-'))
  const [first] = readMigrations(engine)
  const database = databaseUrl((await databaseIn(home, { distributed: false, empty: true })).DATABASE_URL ?? '')
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
    sent_links: [],
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

test('what accounts have is counted, the bin included, to the byte', async () => {
  const home = mkdtempSync(join(folder, 'counted-'))
  const database = databaseUrl((await databaseIn(home, { distributed: false, empty: true })).DATABASE_URL ?? '')
  if (!database) throw new Error('there is nothing to begin with')
  const uncounted = readMigrations(engine).filter(({ name }) => name < '0007')
  const old = await openWith(database, uncounted)
  const stranger = await outsider(database)
  // Of the tables that there were.
  const crowd = crowdOf(3).filter((statement) => !statement.includes('into sent_links'))
  await stranger.run(`begin; ${crowd.join('; ')};
    update cards set text = 'Ernte 🍎', changed = 9 where owner_id = 'u1';
    update bin set text = 'é', kind = 'project' where owner_id = 'u1' and id = 'd1';
    update bin set text = 'Done', kind = 'status' where owner_id = 'u1' and id = 'd4'; commit`)
  await stranger.close()
  await old.close()
  const now = await openWith(database, readMigrations(engine))
  const counted = await now.all<object>`select owner_id, cards, bytes from counters order by owner_id`
  await now.close()
  // Ten cards on the board and ten in the bin, of four bytes each; a project of six.
  const usual = { cards: 20, bytes: 86 }
  expect(counted.map((row) => ({ ...row }))).toEqual([
    { owner_id: 'u0', ...usual },
    { owner_id: 'u1', cards: 18, bytes: 10 * 10 + 6 + 8 * 4 + 2 },
    { owner_id: 'u2', ...usual },
  ])
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

describe('while the schema moves on under a running instance', () => {
  let inboard: TestInboard
  let person: SignedIn
  let other: Outsider

  beforeAll(async () => {
    inboard = await startTestInboard()
    person = await inboard.signIn()
    other = await outsider(inboard.world.config.database)
  })
  afterAll(async () => {
    await other.close()
    await inboard.stop()
  })

  const statusOf = async (method: string, path: string, body?: object) =>
    (await inboard.request(method, path, { token: person.token, ...(body && { body }) })).status
  const add = (text: string) => statusOf('POST', '/api/inbox/cards', { text })
  const texts = async () => (await person.client.listInboxCards()).cards.map(({ text }) => text)

  test('it writes nothing into a schema that it does not know, by any endpoint, and goes on reading', async () => {
    const { card } = await person.client.addInboxCard({ text: 'Before' })
    const { project } = await person.client.addProject({ title: 'Garden' })
    await other.run(`insert into migrations (name) values ('9999-unknown.sql')`)

    const order = { project_id: null, status_id: null, card_ids: [card.id] }
    expect(await add('Never')).toBe(503)
    expect(await statusOf('PATCH', `/api/cards/${card.id}`, { text: 'Never' })).toBe(503)
    expect(await statusOf('PUT', '/api/cards/order', order)).toBe(503)
    expect(await statusOf('DELETE', `/api/cards/${card.id}`)).toBe(503)
    expect(await statusOf('PATCH', `/api/projects/${project.id}`, { title: 'Never' })).toBe(503)
    expect(await statusOf('DELETE', `/api/projects/${project.id}`)).toBe(503)
    expect(await statusOf('POST', '/api/email/change', { email: 'new@example.com' })).toBe(503)
    expect(await statusOf('POST', '/api/passkeys/options')).toBe(503)
    expect(await statusOf('POST', '/api/auth/magic-link', { email: 'new@example.com' })).toBe(503)
    expect(await statusOf('GET', '/readyz')).toBe(503)
    expect(await texts()).toEqual(['Before'])
    expect((await person.client.listProjects()).projects).toMatchObject([{ title: 'Garden' }])

    await other.run(`delete from migrations where name = '9999-unknown.sql'`)
    expect(await add('Afterwards')).toBe(201)
    expect(await statusOf('GET', '/readyz')).toBe(200)
  })

  test.each([
    [newest, 201],
    ['0001-everything.sql', 201],
    ['9998-what-it-does-not-know.sql', 503],
  ])('a migration that can run beside %s lets it write or not: %i', async (beside, expected) => {
    const { card } = await person.client.addInboxCard({ text: 'To be edited' })
    await other.run(`insert into migrations (name) values ('9999-known.sql')`)
    await other.run(`insert into side_by_side (migration, beside) values ('9999-known.sql', '${beside}')`)
    expect(await add('Beside')).toBe(expected)
    const edited = await statusOf('PATCH', `/api/cards/${card.id}`, { text: 'Edited beside' })
    expect(edited).toBe(expected === 201 ? 200 : 503)
    expect((await texts()).includes('Edited beside')).toBe(expected === 201)
    expect(await statusOf('GET', '/readyz')).toBe(expected === 201 ? 200 : 503)
    await other.run(`delete from side_by_side; delete from migrations where name = '9999-known.sql'`)
    await person.client.removeCard({ id: card.id })
  })

  test('a write that waits for the migration to end sees what has become of the schema', async () => {
    const { card } = await person.client.addInboxCard({ text: 'Unedited' })
    const before = await texts()
    await other.run(engine === 'sqlite' ? 'begin immediate' : 'begin; lock table migrations')
    const edit = statusOf('PATCH', `/api/cards/${card.id}`, { text: 'Never' })
    const writes = Promise.all([add('Waiting'), add('Waiting too'), edit])
    // Its reads go on meanwhile.
    expect(await texts()).toEqual(before)
    await other.run(`insert into migrations (name) values ('9999-unknown.sql'); commit`)
    expect(await writes).toEqual([503, 503, 503])
    await other.run(`delete from migrations where name = '9999-unknown.sql'`)
    await eventually(async () => (await add('Afterwards')) === 201 || undefined, 'writes to be taken again')
    expect(await texts()).toEqual([...before, 'Afterwards'])
  })
})
