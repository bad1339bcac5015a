import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import type { Client } from '../../../src/client/client.ts'
import { cleanUp, newFolder, run, type ServerProcess } from '../../support/processes/process.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'
import { backupOf, command } from '../backup/files.ts'

afterAll(cleanUp)

const environment = { JWT_SECRET: 'a secret that outlives the database' }
const alone = /was copied while a server used it, and inboard\.db-wal is not beside it/

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
  const [warned, shown, replaced] = [
    alone.test(server.stdout()),
    alone.test(server.stderr()),
    server.stdout().includes('the database file was replaced'),
  ]
  expect(shown).toBe(warned)
  return { warned, replaced, refusal, isAdvanced: seq > Date.now() - Date.UTC(2020, 0) - 600_000 }
}

const unharmed = { warned: false, replaced: false, refusal: 'accepted', isAdvanced: false }
const setBack = { replaced: true, refusal: 'cursor_gone', isAdvanced: true }

test('a file that was copied without its log is noticed once, wherever it is', async () => {
  const { server, token } = await used()
  // The account is in the file itself by then, as after some megabytes of writing.
  const database = new DatabaseSync(server.database)
  database.exec('pragma wal_checkpoint')
  database.close()
  const [elsewhere, copy] = [newFolder(), join(newFolder(), 'copy.db')]
  for (const to of [join(elsewhere, 'inboard.db'), copy]) copyFileSync(server.database, to)
  expect(await startIn(elsewhere, token)).toEqual({ ...setBack, warned: true })
  expect(await startIn(elsewhere, token)).toMatchObject({ warned: false, replaced: false })

  // In the place that it came from, too.
  await server.kill('SIGTERM')
  copyFileSync(copy, server.database)
  expect(await startIn(server.folder, token)).toEqual({ ...setBack, warned: true })

  // A restore of it says the same.
  const target = join(newFolder(), 'inboard.db')
  const restored = await command(target, 'restore', copy)
  expect(restored).toMatchObject({
    code: 0,
    complaint: expect.stringMatching(/copy\.db-wal is not beside it/),
  })
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

test('nor does a file that was moved after a clean stop, a copy with its log, or a backup', async () => {
  const { server, token } = await used()
  const [whole, moved, made, restored] = [1, 2, 3, 4].map(() => newFolder()) as [
    string,
    string,
    string,
    string,
  ]
  for (const ending of ['', '-wal'])
    copyFileSync(server.database + ending, join(whole, `inboard.db${ending}`))
  copyFileSync(await backupOf(server.database), join(made, 'inboard.db'))
  await command(join(restored, 'inboard.db'), 'restore', join(made, 'inboard.db'))
  await server.kill('SIGTERM')
  copyFileSync(server.database, join(moved, 'inboard.db'))
  for (const folder of [whole, moved]) expect(await startIn(folder, token)).toEqual(unharmed)
  expect(await startIn(restored, token)).toEqual({ ...setBack, warned: false, replaced: false })
  // A backup that was put in place by hand is set back all the same.
  expect(await startIn(made, token)).toEqual({ ...setBack, warned: false })
  expect(await startIn(made, token)).toMatchObject({ replaced: false })
})

test('what Litestream restores is noticed as set back, after a crash and on another machine', async () => {
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
  for (const folder of [server.folder, elsewhere])
    expect(await startIn(folder, token)).toEqual({ ...setBack, warned: true })

  // Or by a restore of the restored file, where it is.
  const third = join(newFolder(), 'inboard.db')
  copyFileSync(replica, third)
  expect(await command(third, 'restore', '--yes', third)).toMatchObject({ code: 0 })
  expect(await startIn(join(third, '..'), token)).toEqual({ ...setBack, warned: false, replaced: false })
})
