import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Config, databaseUrl } from '../../src/server/config.ts'
import { newestOf, readMigrations } from '../../src/server/db/migrations.ts'
import { type Release, releasedSchemas, releases, restore } from '../releases/release.ts'
import { VirtualPasskey } from '../support/authenticator/authenticator.ts'
import { Ceremonies } from '../support/authenticator/ceremonies.ts'
import { keptKeys } from '../support/authenticator/keys.ts'
import { contents, openWith } from '../support/databases/contents.ts'
import { beforeEachStatement } from '../support/databases/each-statement.ts'
import { databaseIn, engine } from '../support/databases/engine.ts'
import { schemaOf } from '../support/databases/schema.ts'
import { root } from '../support/processes/process.ts'
import { startTestInboard, TestClock } from '../support/service/inboard.ts'

const folder = mkdtempSync(join(tmpdir(), 'inboard-releases-'))
afterAll(() => rmSync(folder, { recursive: true }))

const today = readMigrations(engine)

async function newDatabase(name: string) {
  const home = mkdtempSync(join(folder, name))
  const database = databaseUrl((await databaseIn(home, { distributed: false, empty: true })).DATABASE_URL ?? '')
  if (!database) throw new Error('there is nothing to begin with')
  return { home, database }
}

async function upgrade(database: Config['database']) {
  const db = await openWith(database, today)
  const rows = await contents(db, database)
  await db.close()
  return { rows, schema: await schemaOf(database) }
}

test('every release in the changelog is among those that are tried here', () => {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const versions = changelog.matchAll(/^## ([\d.]+)$/gm).map(([, version]) => version)
  expect(releases.map(({ version }) => version)).toEqual([...versions].reverse())
})

test('those of them that can be gone back to are as docs/operating.md says', () => {
  const { version: current } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const mayWrite = releases.filter(({ version, migrations }) => {
    if (version === current) return false
    const newer = today.filter(({ name }) => !migrations.includes(name))
    return newer.every(({ beside }) => beside && beside <= (migrations.at(-1) ?? ''))
  })
  const said = readFileSync(join(root, 'docs/operating.md'), 'utf8').replaceAll(/\s+/g, ' ')
  const versions = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
    mayWrite.map(({ version }) => version),
  )
  expect(/you can go back from this version to (.+?): stop this version/.exec(said)?.[1]).toBe(versions)
})

describe.each(releases)('a database of $version', (release) => {
  test('was made by migrations that have not been edited since', () => {
    const migrations = join(root, 'src/server/db/migrations')
    const hash = (file: string) =>
      createHash('sha256')
        .update(readFileSync(join(migrations, file)))
        .digest('hex')
    expect(Object.fromEntries(Object.keys(release.files).map((file) => [file, hash(file)]))).toEqual(
      release.files,
    )
  })

  test('is upgraded with all that people have done, and with all that they have in hand', async () => {
    const { home, database } = await newDatabase('upgraded-')
    await restore(release, database)
    const clock = new TestClock()
    // A moment after the recording, when its links and sessions were good, and the next attempt to send its mail was due.
    clock.advance(Date.parse(release.recordedAt) - Date.now() + 10_000)
    const inboard = await startTestInboard(
      { APP_URL: release.origin, JWT_SECRET: release.secret },
      home,
      clock,
    )
    const { request, client, linkTo } = inboard
    const { session, signInLink, changeLink, apiToken, keyed, seq } = release

    for (const [path, answer] of Object.entries(release.answers)) {
      const now = await request('GET', path, { token: session })
      expect({ path, answer: now.body }).toMatchObject({ path, answer })
    }
    const { cards } = await client(session).listInboxCards()
    if (apiToken) expect((await client(apiToken).listInboxCards()).cards).toEqual(cards)
    if (keyed) {
      const { key: idempotencyKey, text, id } = keyed
      const { card } = await client(session).addInboxCard({ text }, { idempotencyKey })
      expect(card.id).toBe(id)
    }
    if (seq) expect(await client(session).changes({ since: seq })).toMatchObject({ seq, cards: [] })

    expect((await client().openLink({ token: signInLink })).user.email).toBe('lin@example.com')
    expect((await client().openLink({ token: await linkTo('grace@example.com') })).user.email).toBe(
      'grace@example.com',
    )
    expect((await client().openLink({ token: changeLink })).user.email).toBe('ada@example.org')
    const signedIn = await new Ceremonies(inboard).signIn(passkeyOf(release))
    expect(signedIn.body.user.email).toBe('ada@example.org')

    const ada = client(signedIn.body.token)
    const { card } = await ada.addInboxCard({ text: 'After the upgrade' })
    expect((await ada.listInboxCards()).cards).toHaveLength(cards.length + 1)
    await ada.removeCard({ id: card.id })
    const [project] = (await ada.listProjects()).projects
    await ada.removeProject({ project_id: project?.id ?? '' })
    await inboard.stop()
  })
})

function passkeyOf({ origin, rpId, passkey }: Release): VirtualPasskey {
  const { id, key, counter, userHandle } = passkey
  const kept = { id: Buffer.from(id, 'base64url'), keys: keptKeys('ES256', key), counter }
  return Object.assign(new VirtualPasskey({ origin, rpId }, kept), { userHandle })
}

describe('the schema of', () => {
  let fresh: unknown[]
  beforeAll(async () => {
    const { database } = await newDatabase('fresh-')
    fresh = (await upgrade(database)).schema
  })

  test.each(releasedSchemas)('$version becomes that of a new database', async (release) => {
    const { database } = await newDatabase('schema-')
    await restore(release, database)
    expect((await upgrade(database)).schema).toEqual(fresh)
  })

  // Of the newest release there may be nothing to upgrade yet.
  const older = releasedSchemas.filter(({ migrations }) => migrations.at(-1) !== newestOf(today))

  test.each(engine === 'sqlite' ? older : [])(
    '$version does too when the upgrade is killed, at whatever statement',
    async (release) => {
      const { home, database } = await newDatabase('killed-')
      await restore(release, database)
      const killed: Config['database'][] = []
      const undo = beforeEachStatement(() => {
        // What a process that is killed leaves behind is what the system has of its files at that moment.
        const file = join(home, `${killed.length}.db`)
        for (const suffix of ['', '-wal'])
          if (existsSync(join(home, `inboard.db${suffix}`)))
            copyFileSync(join(home, `inboard.db${suffix}`), file + suffix)
        killed.push({ engine: 'sqlite', file })
      })
      const whole = await upgrade(database).finally(undo)
      expect(whole.schema).toEqual(fresh)
      expect(killed.length).toBeGreaterThan(10)
      for (const [at, one] of killed.entries())
        expect({ at, ...(await upgrade(one)) }).toEqual({ at, ...whole })
    },
  )

  // The oldest has all that there is to upgrade.
  test.each(engine === 'postgres' ? older.slice(0, 1) : [])(
    '$version does too when the upgrade loses its connection, at every statement in turn',
    async (release) => {
      const [{ database: whole }, { database }] = [await newDatabase('whole-'), await newDatabase('cut-')]
      for (const one of [whole, database]) await restore(release, one)
      let tries = 0
      while (await losesConnection(database)) tries++
      expect(tries).toBeGreaterThan(10)
      expect(await upgrade(database)).toEqual(await upgrade(whole))
    },
  )

  /** The statement of a migration before which the next attempt loses its connection. */
  let target = 0

  /** False once an upgrade was completed before it came to that. */
  async function losesConnection(database: Config['database']): Promise<boolean> {
    target++
    let [at, isLost] = [Number.NEGATIVE_INFINITY, false]
    const undo = beforeEachStatement((statement, connection) => {
      if (statement.startsWith('lock table migrations')) {
        // The migration before this one has come to its end, so this is the next to be tried.
        if (at > 0) target = 1
        at = 0
      }
      if (++at !== target || isLost) return
      isLost = true
      ;(connection as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
    })
    const db = await openWith(database, today)
      .catch(() => undefined)
      .finally(undo)
    await db?.close()
    return isLost
  }
})
