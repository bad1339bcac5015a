import { chownSync, copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { showAccount } from '../../../src/server/accounts/administer.ts'
import { systemClock } from '../../../src/server/common/clock.ts'
import { readMigrations } from '../../../src/server/db/migrate.ts'
import { openSqlite } from '../../../src/server/db/sqlite/sqlite.ts'
import { restore } from '../../../src/server/operate/restore.ts'
import { cleanUp, newFolder } from '../../support/processes/process.ts'
import { backupOf, command, countIn, crowdWith, other } from './files.ts'

afterAll(cleanUp)

let backup: string
beforeAll(async () => {
  backup = await backupOf(await crowdWith(20))
})

test('a restore names its target, keeps the owner of the database, and removes files of a killed one', async () => {
  const file = await other()
  // Only root can give it away, and only root runs this as somebody else than the server.
  const owner = process.getuid?.() === 0 ? 12_345 : statSync(file).uid
  chownSync(file, owner, owner === 12_345 ? 12_345 : statSync(file).gid)
  const folder = dirname(file)
  const [dead, alive] = [2 ** 22 + 1, process.pid].map((pid) => `inboard-restore.unfinished-${pid}-AbCdEf`)
  for (const name of [dead, alive]) mkdirSync(join(folder, `${name}`))

  const { told } = await command(file, 'restore', '--yes', backup)
  expect(told).toMatch(
    new RegExp(
      `^Restored to ${file}: 100 accounts, [\\d,]+ projects, 2,000 cards\\.\nThe previous database is in ${file}\\.before-\\S+\nYou can start the server now\\.\n$`,
    ),
  )
  expect(statSync(file).uid).toBe(owner)
  expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([alive])
})

test('the write-ahead log of a killed server is not applied to the restored database', async () => {
  const used = await other()
  const server = new DatabaseSync(used)
  server.exec(`pragma journal_mode = wal; update users set email = 'bob@example.com'`)
  // What a server leaves that is killed now.
  const left = join(newFolder(), 'inboard.db')
  for (const ending of ['', '-wal', '-shm']) copyFileSync(used + ending, left + ending)
  server.close()
  expect(statSync(`${left}-wal`).size).toBeGreaterThan(0)

  expect(await command(left, 'restore', '--yes', backup)).toMatchObject({ code: 0 })
  expect(readdirSync(dirname(left)).filter((name) => /-(?:wal|shm)$/.test(name))).toEqual([])
  expect(countIn(left)).toBe(2000)
})

test('a backup of an older version is migrated, and one of a newer version is refused', async () => {
  const old = join(newFolder(), 'old.db')
  const migrations = readMigrations('sqlite').slice(0, 1)
  await (await openSqlite(old, migrations)).close()
  const database = new DatabaseSync(old)
  database.exec(`
    insert into users (id, email, passkey_handle, created_at, email_verified_at)
      values ('u', 'ada@example.com', 'h', '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z');
    insert into cards (id, owner_id, text, complete, position, created_at, updated_at)
      values ('c', 'u', 'Milk', 0, 0, '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z');
    insert into counters (owner_id, seq, cards, bytes) values ('u', 1, 1, 4)`)
  // What it has can be backed up before the new version migrates it.
  const file = await backupOf(old)
  const target = join(newFolder(), 'inboard.db')
  await restore(file, { engine: 'sqlite', file: target }, '', systemClock, () => {})
  const db = await openSqlite(target)
  expect(await showAccount(db, { now: Date.now }, 'u')).toMatchObject({ id: 'u', cards: 1, bytes: 4 })
  await db.close()

  database.exec(`insert into migrations values ('9999-later.sql')`)
  database.close()
  const newer = await command(target, 'restore', '--yes', old)
  expect([newer.code, newer.told]).toEqual([1, ''])
  expect(newer.complaint).toMatch(/newer version of Inboard/)
})

test('a missing backup is reported, and nothing is created', async () => {
  const [missing, target] = [join(newFolder(), 'missing.db'), join(newFolder(), 'inboard.db')]
  expect(await command(target, 'restore', missing)).toEqual({
    code: 1,
    told: '',
    complaint: `The file ${missing} does not exist.\n`,
  })
  expect(existsSync(target)).toBe(false)
})
