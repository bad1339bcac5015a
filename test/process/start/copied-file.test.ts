import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import type { Client } from '../../../src/client/client.ts'
import { cleanUp, newFolder, run, type ServerProcess } from '../../support/processes/process.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'
import { backupOf, command } from '../backup/files.ts'

afterAll(cleanUp)

const environment = { JWT_SECRET: 'a secret that outlives the database' }
interface Used {
  server: ServerProcess
  token: string
}

/** A server that has just written a card, which is in its write-ahead log. */
async function used(): Promise<Used> {
  const server = await run({ environment })
  const token = await server.signIn('ada@example.com')
  await server.client(token).addInboxCard({ text: 'Milk' })
  expect(existsSync(`${server.database}-wal`)).toBe(true)
  return { server, token }
}

/** Starts a server where the database is, and says what it makes of it. */
async function startIn(folder: string, token: string) {
  const server = await run({ folder, environment })
  const client: Client = server.client(token)
  const refusal = await codeOfRefusal(client.changes({ since: 1 }))
  const seq = refusal === 'cursor_gone' ? (await client.changes()).seq : 0
  await server.kill('SIGTERM')
  const replaced = server.stdout().includes('the database file was replaced')
  return { replaced, refusal, isAdvanced: seq > Date.now() - Date.UTC(2020, 0) - 600_000 }
}

const unharmed = { replaced: false, refusal: 'accepted', isAdvanced: false }
const setBack = { replaced: true, refusal: 'cursor_gone', isAdvanced: true }

test('a file that was copied without its log is noticed once, wherever it is', async () => {
  const { server, token } = await used()
  // The account is in the file itself by then, as after some megabytes of writing.
  const database = new DatabaseSync(server.database)
  database.exec('pragma wal_checkpoint')
  database.close()
  const [elsewhere, copy] = [newFolder(), join(newFolder(), 'copy.db')]
  for (const to of [join(elsewhere, 'inboard.db'), copy]) copyFileSync(server.database, to)
  expect(await startIn(elsewhere, token)).toEqual(setBack)
  expect(await startIn(elsewhere, token)).toMatchObject({ replaced: false })

  // In the place that it came from, too.
  await server.kill('SIGTERM')
  copyFileSync(copy, server.database)
  expect(await startIn(server.folder, token)).toEqual(setBack)
})

test('a killed server raises no alarm, even if another program merges its log', async () => {
  const { server, token } = await used()
  await server.kill('SIGKILL')
  expect(await startIn(server.folder, token)).toEqual(unharmed)

  const again = await run({ folder: server.folder, environment })
  await again.client(token).addInboxCard({ text: 'Bread' })
  await again.kill('SIGKILL')
  const shell = new DatabaseSync(server.database)
  shell.exec('select * from users')
  shell.close()
  expect(existsSync(`${server.database}-wal`)).toBe(false)
  expect(await startIn(server.folder, token)).toEqual(unharmed)
})

test('nor does a folder that was moved; a file without its mark is set back, so is a backup, but not twice', async () => {
  const { server, token } = await used()
  const [moved, alone, made, restored] = [1, 2, 3, 4].map(() => newFolder()) as [
    string,
    string,
    string,
    string,
  ]
  copyFileSync(await backupOf(server.database), join(made, 'inboard.db'))
  await command(join(restored, 'inboard.db'), 'restore', join(made, 'inboard.db'))
  await server.kill('SIGTERM')
  for (const ending of ['', '-mark'])
    copyFileSync(server.database + ending, join(moved, `inboard.db${ending}`))
  copyFileSync(server.database, join(alone, 'inboard.db'))
  expect(await startIn(moved, token)).toEqual(unharmed)
  expect(await startIn(alone, token)).toEqual(setBack)
  expect(await startIn(restored, token)).toEqual({ ...setBack, replaced: false })
  // A backup that was put in place by hand is set back all the same.
  expect(await startIn(made, token)).toEqual(setBack)
  expect(await startIn(made, token)).toMatchObject({ replaced: false })
})

test('a mark of 0.10.1 is understood', async () => {
  const { server, token } = await used()
  await server.kill('SIGKILL')
  const note = `${server.database}-mark`
  const database = new DatabaseSync(server.database)
  database.exec('pragma user_version = -4711')
  database.close()
  writeFileSync(note, `17 -4711\n${statSync(server.database).ino}\n`)
  expect(await startIn(server.folder, token)).toEqual(unharmed)
})

test('a database that Litestream restores is noticed as set back, also on another machine', async () => {
  const { server, token } = await used()
  // Its tables, and a copy as of one moment that the file and its log have together.
  const database = new DatabaseSync(server.database)
  database.exec(`
    create table _litestream_seq (id integer primary key, seq integer);
    create table _litestream_lock (id integer);
    insert into _litestream_seq values (1, 1)`)
  const replica = join(newFolder(), 'replica.db')
  await backup(database, replica)
  database.close()
  expect(readFileSync(replica)[18]).toBe(2)
  await server.client(token).addInboxCard({ text: 'Bread' })
  await server.kill('SIGKILL')

  // The note of the lost file is still there.
  for (const ending of ['', '-wal', '-shm']) rmSync(server.database + ending, { force: true })
  copyFileSync(replica, server.database)
  const elsewhere = newFolder()
  copyFileSync(replica, join(elsewhere, 'inboard.db'))
  for (const folder of [server.folder, elsewhere]) expect(await startIn(folder, token)).toEqual(setBack)

  // Or by a restore of the restored file, where it is.
  const third = join(newFolder(), 'inboard.db')
  copyFileSync(replica, third)
  expect(await command(third, 'restore', '--yes', third)).toMatchObject({ code: 0 })
  expect(await startIn(join(third, '..'), token)).toEqual({ ...setBack, replaced: false })
})
