import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Ceremonies } from '../../support/authenticator/ceremonies.ts'
import { contents } from '../../support/databases/contents.ts'
import { databaseIn, engine } from '../../support/databases/engine.ts'
import { newDataFolder } from '../../support/machine/folders.ts'
import { type SignedIn, startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { open } from './later-migrations.ts'

import { fields, ofAccess, ofTheFeed, rebuildUsers } from './rebuilt-users.ts'

describe('a full database', () => {
  let inboard: TestInboard
  let person: SignedIn
  const home = newDataFolder()

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
    await client.resetChanges({ seen: 1000 })
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
  })
})
