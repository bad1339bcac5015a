import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCrowd } from '../../../bench/seed.ts'
import { readMigrations } from '../../../src/server/db/migrations.ts'
import { openSqlite } from '../../../src/server/db/sqlite/sqlite.ts'
import { inboard } from '../../support/processes/command.ts'
import { cleanUp, launch, newFolder, root, run } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'

afterAll(cleanUp)

/** Of 20,000 cards. */
let source: string
beforeAll(async () => {
  source = join(newFolder(), 'inboard.db')
  await (await openSqlite(source)).close()
  await addCrowd({ engine: 'sqlite', file: source }, { people: 100, cardsEach: 200 })
})

const command = (file: string, ...words: string[]) =>
  inboard(words, { environment: { DATABASE_URL: `sqlite:${file}` } })
const countIn = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true })
  const [row] = database.prepare('select count(*) as cards from cards').all()
  database.close()
  return row?.cards
}

async function backUp(): Promise<string> {
  const file = join(newFolder(), 'backup.db')
  expect(await command(source, 'backup', file)).toMatchObject({ code: 0, complaint: '' })
  return file
}

function overwrite(file: string, position: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(8192, 'x'), 0, 8192, position)
  closeSync(handle)
}

/** A database with one account and no cards. */
async function other(): Promise<string> {
  const file = join(newFolder(), 'inboard.db')
  await (await openSqlite(file)).close()
  expect(await command(file, 'users', 'add', 'ada@example.com')).toMatchObject({ code: 0 })
  return file
}

describe('a backup', () => {
  test('says what is in it', async () => {
    const file = join(newFolder(), 'new', 'backup.db')
    const { told } = await command(source, 'backup', file)
    expect(told).toMatch(
      new RegExp(`^${file}: 100 accounts, \\d+ projects, 20,000 cards, \\d+ MB, in \\S+ s, verified\\.\n$`),
    )
  })

  test('takes the place of no file', async () => {
    const file = join(newFolder(), 'diary.txt')
    writeFileSync(file, 'Dear diary')
    const { code, complaint } = await command(source, 'backup', file)
    expect([code, complaint]).toEqual([
      1,
      `${file} is there already, and stays as it is. Give another name.\n`,
    ])
    expect(readFileSync(file, 'utf8')).toBe('Dear diary')
  })

  test('of a series has the time in its name, and the oldest go', async () => {
    const folder = newFolder()
    const strangers = ['inboard.db', 'inboard-notes.db', 'other-2020-01-01T00-00-00Z.db']
    const old = ['01', '02', '03'].map((day) => `inboard-2020-01-${day}T00-00-00Z.db`)
    for (const name of [...strangers, ...old]) writeFileSync(join(folder, name), '')
    const { told } = await command(source, 'backup', '--keep', '2', '--json', folder)
    const { file, removed } = JSON.parse(told)
    expect(removed).toEqual(old.slice(0, 2))
    expect(file).toMatch(/\/inboard-2\d{3}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/)
    expect(readdirSync(folder).sort()).toEqual([...strangers, old[2], file.split('/').at(-1)].sort())

    const named = await command(source, 'backup', '--keep', '1', join(folder, 'nightly.db'))
    expect(named.told).toMatch(/\/nightly-2\d{3}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db: /)
  })

  test('of a series makes its folder, and waits for a name of its own', async () => {
    const folder = join(newFolder(), 'nightly')
    const ended = await Promise.all([1, 2, 3].map(() => command(source, 'backup', '--keep', '7', folder)))
    expect(ended.map(({ code }) => code).toSorted()).toEqual(
      // Two that began within the same second may choose the same name: then one of them is refused, and neither is lost.
      expect.arrayContaining([0]),
    )
    const made = readdirSync(folder).filter((name) => name.endsWith('.db'))
    expect(made).toHaveLength(ended.filter(({ code }) => code === 0).length)
    expect((await command(source, 'backup', '--keep', '7', folder)).code).toBe(0)
    expect((await command(source, 'backup', '--keep', '7', folder)).code).toBe(0)
    expect(readdirSync(folder)).toHaveLength(made.length + 2)
  })

  test('that cannot be written says where, and blames no other', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'file'), '')
    for (const file of [
      join(folder, 'no', 'such', 'x.db'),
      join(folder, 'file', 'x.db'),
      '/proc/nowhere/x.db',
    ]) {
      const { code, complaint } = await command(source, 'backup', file)
      expect(code).toBe(1)
      expect(complaint).toMatch(/^The folder \S+ is not there, and cannot be made: /)
    }
    const full = await command(source, 'backup', '/dev/full')
    expect(full.complaint).toBe('/dev/full is there already, and stays as it is. Give another name.\n')
  })

  test('that fails leaves nothing, and none of the series goes', async () => {
    const folder = newFolder()
    const name = 'inboard-2020-01-01T00-00-00Z.db'
    writeFileSync(join(folder, name), '')
    const broken = join(newFolder(), 'inboard.db')
    copyFileSync(source, broken)
    writeFileSync(broken, Buffer.alloc(200_000, 'x'), { flag: 'r+' })
    const { code, told, complaint } = await command(broken, 'backup', '--keep', '1', folder)
    expect([code, told]).toEqual([1, ''])
    expect(complaint).toMatch(/not a database|damaged|malformed/)
    expect(readdirSync(folder)).toEqual([name])
  })

  test('that is killed leaves no file of that name', async () => {
    const file = join(newFolder(), 'backup.db')
    const { child, exited } = await launch({
      command: [process.execPath, join(root, 'src/command/inboard.ts'), 'backup', file],
      environment: { DATABASE_URL: `sqlite:${source}` },
    })
    const folder = join(file, '..')
    await eventually(() => readdirSync(folder).length > 0 || undefined, 'it to begin')
    child.kill('SIGKILL')
    await exited
    if (existsSync(file)) expect(countIn(file)).toBe(20_000)
    expect(await command(source, 'backup', `${file}.2`)).toMatchObject({ code: 0 })
  })

  test('that was killed is tidied up by the next of its series, and one that is told to end tidies up itself', async () => {
    const folder = newFolder()
    const [killed, ended] = [1, 2].map(
      (day) => `inboard-2020-01-0${day}T00-00-00Z.db.unfinished-${2 ** 22 + day}`,
    )
    const others = ['inboard.db.unfinished-1', `inboard-2020-01-03T00-00-00Z.db.unfinished-${process.pid}`]
    for (const name of [`${killed}`, `${ended}-journal`, ...others]) writeFileSync(join(folder, name), '')
    const { told } = await command(source, 'backup', '--keep', '1', '--json', folder)
    expect(JSON.parse(told).removed).toEqual([])
    const left = readdirSync(folder).filter((name) => name.includes('unfinished'))
    expect(left.sort()).toEqual(others.sort())

    const { child, exited } = await launch({
      command: [
        process.execPath,
        join(root, 'src/command/inboard.ts'),
        'backup',
        join(folder, 'x', 'backup.db'),
      ],
      environment: { DATABASE_URL: `sqlite:${source}` },
    })
    await eventually(() => existsSync(join(folder, 'x')) || undefined, 'it to begin')
    child.kill('SIGTERM')
    const { code } = await exited
    const names = readdirSync(join(folder, 'x'))
    expect([code, names]).toEqual(code === 0 ? [0, ['backup.db']] : [143, []])
  })
})

describe('a restore', () => {
  test('is refused while a server uses the database, which goes on', async () => {
    const file = await backUp()
    const server = await run()
    const token = await server.signIn('ada@example.com')
    const { code, complaint } = await command(server.database, 'restore', '--replace', file)
    expect([code, complaint]).toEqual([
      1,
      'The database is in use, so nothing was restored. Stop its server, and run this again.\n',
    ])
    expect(readdirSync(server.folder).join()).not.toMatch(/restore|before/)
    await server.client(token).addInboxCard({ text: 'Milk' })
    await server.kill('SIGKILL')

    // Killed, it has left a write-ahead log, which must not come together with what is restored.
    expect(existsSync(`${server.database}-wal`)).toBe(true)
    expect(await command(server.database, 'restore', '--replace', file)).toMatchObject({ code: 0 })
    expect(readdirSync(server.folder).filter((name) => /-(?:wal|shm)$/.test(name))).toEqual([])
    expect(countIn(server.database)).toBe(20_000)
  })

  test('says where to, and leaves the database to whom it belongs', async () => {
    const file = await other()
    // Only root can give it away, and only root runs this as somebody else than the server.
    const owner = process.getuid?.() === 0 ? 12_345 : statSync(file).uid
    chownSync(file, owner, owner === 12_345 ? 12_345 : statSync(file).gid)
    const { told } = await command(file, 'restore', '--replace', await backUp())
    expect(told).toMatch(new RegExp(`^Restored to ${file}: 100 accounts, `))
    expect(statSync(file).uid).toBe(owner)
  })

  test('that was killed is tidied up by the next', async () => {
    const file = await other()
    const folder = dirname(file)
    const [dead, alive] = [2 ** 22 + 1, process.pid].map((pid) => `inboard-restore.unfinished-${pid}-AbCdEf`)
    for (const name of [dead, alive]) mkdirSync(join(folder, `${name}`))
    await command(file, 'restore', '--replace', await backUp())
    expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([alive])
  })

  test.each<[what: string, damage: (file: string) => void, sentence: RegExp]>([
    ['is cut off', (file) => truncateSync(file, 300_000), /^The backup (?:is damaged|cannot be used): /],
    [
      'has a page of something else',
      (file) => overwrite(file, 400_000),
      /^The backup (?:is damaged|cannot be used): /,
    ],
    [
      'is no database',
      (file) => writeFileSync(file, 'Dear diary, '.repeat(1000)),
      /^The backup cannot be used: file is not a database\./,
    ],
    ['is empty', (file) => truncateSync(file, 0), /not a database of Inboard/],
  ])('of a file that %s changes nothing', async (_what, damage, sentence) => {
    const file = await backUp()
    damage(file)
    const target = await other()
    const before = readFileSync(target)
    const { code, told, complaint } = await command(target, 'restore', '--replace', file)
    expect([code, told]).toEqual([1, ''])
    expect(complaint).toMatch(sentence)
    expect(complaint).not.toMatch(/\n\s+at /)
    expect(readFileSync(target)).toEqual(before)
  })

  test('of a file that another program made, or that is not there, changes nothing', async () => {
    const target = await other()
    const foreign = join(newFolder(), 'foreign.db')
    new DatabaseSync(foreign).exec('create table migrations (id integer); create table t (a)')
    expect((await command(target, 'restore', '--replace', foreign)).complaint).toBe(
      'The backup is not a database of Inboard.\n',
    )
    const missing = join(newFolder(), 'missing.db')
    expect((await command(target, 'restore', missing)).complaint).toBe(`There is no file ${missing}.\n`)
    expect(countIn(target)).toBe(0)
  })

  test('migrates what an older version had, and refuses what a newer one made', async () => {
    const old = join(newFolder(), 'old.db')
    const migrations = readMigrations('sqlite').filter(({ name }) => name < '0003')
    await (await openSqlite(old, migrations)).close()
    const database = new DatabaseSync(old)
    database.exec(`
      insert into users (id, email, passkey_handle, created_at, email_verified_at)
        values ('u', 'ada@example.com', 'h', '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z');
      insert into cards (id, owner_id, text, complete, position, created_at, updated_at)
        values ('c', 'u', 'Milk', 0, 0, '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z')`)
    // What it has can be backed up before the new version migrates it.
    const file = join(newFolder(), 'backup.db')
    expect(await command(old, 'backup', file)).toMatchObject({ code: 0, complaint: '' })
    const target = join(newFolder(), 'inboard.db')
    expect(await command(target, 'restore', file)).toMatchObject({ code: 0, complaint: '' })
    const { told } = await command(target, 'users', 'show', 'ada@example.com', '--json')
    expect(JSON.parse(told).user).toMatchObject({ id: 'u', cards: 1, bytes: 4 })

    database.exec(`insert into migrations values ('9999-later.sql')`)
    database.close()
    const newer = await command(target, 'restore', '--replace', old)
    expect([newer.code, newer.told]).toEqual([1, ''])
    expect(newer.complaint).toMatch(/newer Inboard than this one/)
  })

  test('that is killed has done all of it, or nothing', async () => {
    const file = await backUp()
    const restore = async (target: string) =>
      await launch({
        command: [process.execPath, join(root, 'src/command/inboard.ts'), 'restore', '--replace', file],
        environment: { DATABASE_URL: `sqlite:${target}` },
      })
    const begun = performance.now()
    await (await restore(await other())).exited
    const took = performance.now() - begun
    for (const share of [0.4, 0.6, 0.7, 0.8, 0.9, 1]) {
      const target = await other()
      const { child, exited } = await restore(target)
      await pause(took * share)
      child.kill('SIGKILL')
      await exited
      expect([0, 20_000]).toContain(countIn(target))
      expect(await command(target, 'restore', '--replace', file)).toMatchObject({ code: 0 })
      expect(countIn(target)).toBe(20_000)
    }
  })
})

test('what was deleted makes room in the file, which vacuum gives back to the disk', async () => {
  const file = join(newFolder(), 'inboard.db')
  copyFileSync(source, file)
  const database = new DatabaseSync(file)
  database.exec(`pragma foreign_keys = off; drop trigger cards_deleted_uncounted; delete from cards`)
  database.close()
  const stats = async () => JSON.parse((await command(file, 'stats', '--json')).told).bytes
  const before = await stats()
  expect(before.free).toBeGreaterThan(before.database / 3)
  const { told } = await command(file, 'vacuum', '--json')
  const { bytes_before, bytes_after } = JSON.parse(told)
  expect(bytes_after).toBeLessThan(bytes_before * 0.7)
  expect(await stats()).toMatchObject({ database: bytes_after, free: 0 })
})
