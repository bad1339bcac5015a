import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, DatabaseUnavailable } from '../../src/server/db/database.ts'
import { openSqlite } from '../../src/server/db/sqlite/sqlite.ts'
import { list, same, table } from '../../src/server/db/values.ts'
import { newDataFolder } from '../support/machine/folders.ts'

const top = newDataFolder()
afterAll(() => rmSync(top, { recursive: true }))

let file: string
let db: Database
beforeEach(async () => {
  file = join(mkdtempSync(join(top, 'test-')), 'notes.db')
  db = await openSqlite(file)
  await db.transaction(async (tx) => {
    await tx.run`create table notes (id integer primary key, text text, shelf text) strict`
    await tx.run`create table tags (note_id integer references notes (id)) strict`
  })
})
afterEach(() => db.close())

const add = (text: string, shelf: string | null = null) =>
  db.transaction((tx) => tx.run`insert into notes (text, shelf) values (${text}, ${shelf})`)

async function texts(): Promise<string[]> {
  const notes = await db.all<{ text: string }>`select text from notes order by id`
  return notes.map(({ text }) => text)
}

/** What has been committed, as another program sees it. */
function textsInFile(): unknown[] {
  const other = new DatabaseSync(file, { readOnly: true })
  const notes = other.prepare('select text from notes order by id').all()
  other.close()
  return notes.map(({ text }) => text)
}

const outcomes = async (work: Promise<unknown>[]) =>
  (await Promise.allSettled(work)).map(({ status }) => status)

/** A pragma takes no parameters, so the limit is part of the statement's text. */
const limitPages = (most: number) =>
  db.transaction((tx) => tx.get(Object.assign([`pragma max_page_count = ${most}`], { raw: [] })))

describe('transactions that wait together', () => {
  test('run in the order they came, each seeing what those before it wrote', async () => {
    const seen = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        db.transaction(async (tx) => {
          const { count } = (await tx.get<{ count: number }>`select count(*) as count from notes`) ?? {}
          await tx.run`insert into notes (text) values (${String(index)})`
          return count
        }),
      ),
    )
    const order = Array.from({ length: 300 }, (_, index) => index)
    expect(seen).toEqual(order)
    expect(await texts()).toEqual(order.map(String))
    expect(textsInFile()).toEqual(order.map(String))
  })

  test('share one commit', async () => {
    const other = new DatabaseSync(file, { readOnly: true })
    const watch = other.prepare('select count(*) as count from notes')
    const counts = new Set<unknown>()
    const look = () => counts.add(watch.get()?.count)
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        await add(String(index))
        look()
      }),
    )
    other.close()
    expect([...counts]).toEqual([50])
  })

  test('fail alone: one that throws is undone, wholly, and the others are kept', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.run`insert into notes (text) values ('never')`
      await tx.run`update notes set text = 'spoilt'`
      throw new Error('changed my mind')
    })
    const refused = db.transaction(async (tx) => {
      await tx.run`insert into notes (text) values ('never either')`
      await tx.run`insert into notes (id, text) values (1, 'the id is taken')`
    })
    const work = [add('before'), failing, add('between'), refused, add('after')]
    expect(await outcomes(work)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'])
    await expect(failing).rejects.toThrow('changed my mind')
    await expect(refused).rejects.toThrow(/UNIQUE/)
    expect(textsInFile()).toEqual(['before', 'between', 'after'])
  })

  test('fail together: when the commit fails nobody is told of success, and nothing is left', async () => {
    await add('long before')
    const spoilsTheCommit = db.transaction(async (tx) => {
      await tx.run`pragma defer_foreign_keys = on`
      await tx.run`insert into tags (note_id) values (404)`
    })
    const work = [add('before'), spoilsTheCommit, add('after')]
    expect(await outcomes(work)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(textsInFile()).toEqual(['long before'])
    await add('long after')
    expect(textsInFile()).toEqual(['long before', 'long after'])
  })

  test('fail together: a refusal because of one that is not committed is none either', async () => {
    await add('here')
    const removal = db.transaction(async (tx) => {
      await tx.run`delete from notes where text = 'here'`
    })
    const refusal = db.transaction(async (tx) => {
      if (!(await tx.get`select id from notes where text = 'here'`)) throw new Error('it is not there')
    })
    const spoilsTheCommit = db.transaction(async (tx) => {
      await tx.run`pragma defer_foreign_keys = on`
      await tx.run`insert into tags (note_id) values (404)`
    })
    expect(await outcomes([removal, refusal, spoilsTheCommit])).toEqual(['rejected', 'rejected', 'rejected'])
    await expect(refusal).rejects.toThrow(/FOREIGN KEY/)
    expect(textsInFile()).toEqual(['here'])
  })

  test('find out that there is no room, and go on when there is', async () => {
    await add('before')
    const { page_count } = (await db.get<{ page_count: number }>`pragma page_count`) ?? { page_count: 0 }
    await limitPages(page_count)
    const work = [add('x'.repeat(20_000)), add('y'.repeat(20_000))]
    expect(await outcomes(work)).toEqual(['rejected', 'rejected'])
    await expect(work[0]).rejects.toThrow(DatabaseUnavailable)
    expect(await texts()).toEqual(['before'])
    await limitPages(1_000_000)
    await add('after')
    expect(textsInFile()).toEqual(['before', 'after'])
  })

  test('give back what their work returns, and nothing before it is durable', async () => {
    const result = await db.transaction(async (tx) => {
      const row = await tx.get<{ id: number }>`insert into notes (text) values ('mine') returning id`
      expect(textsInFile()).toEqual([])
      return row
    })
    expect(result).toEqual({ id: 1 })
    expect(textsInFile()).toEqual(['mine'])
  })
})

describe('readers', () => {
  test('never see what is not committed, and at once what is', async () => {
    const seen: string[][] = []
    const writing = db.transaction(async (tx) => {
      await tx.run`insert into notes (text) values ('kept')`
      seen.push(await texts())
    })
    const failing = db.transaction(async (tx) => {
      await tx.run`insert into notes (text) values ('dropped')`
      seen.push(await texts())
      throw new Error('no')
    })
    expect(await outcomes([writing, failing])).toEqual(['fulfilled', 'rejected'])
    expect(seen).toEqual([[], []])
    expect(await texts()).toEqual(['kept'])
  })

  test('cannot write', async () => {
    const attempt = db.get`insert into notes (text) values ('sly') returning id`
    await expect(attempt).rejects.toThrow(DatabaseUnavailable)
    expect(textsInFile()).toEqual([])
  })

  test('go on while another program holds the file; writers wait for it', async () => {
    const other = new DatabaseSync(file)
    other.exec('begin immediate')
    let written = false
    const writing = add('patient').then(() => {
      written = true
    })
    for (let turn = 0; turn < 5; turn++) {
      expect(await texts()).toEqual([])
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(written).toBe(false)
    other.exec('commit')
    other.close()
    await writing
    expect(textsInFile()).toEqual(['patient'])
  })

  test('go on when another program holds the file for too long; writers hear of it', async () => {
    const other = new DatabaseSync(file)
    other.exec('begin immediate')
    const work = [add('one'), add('two')]
    expect(await outcomes(work)).toEqual(['rejected', 'rejected'])
    await expect(work[1]).rejects.toThrow(DatabaseUnavailable)
    expect(await texts()).toEqual([])
    other.close()
    await add('three')
    expect(textsInFile()).toEqual(['three'])
  })
})

describe('what stands in a query', () => {
  test.each([
    ['shelf', ['on the shelf']],
    [null, ['nowhere', 'lost']],
    ['elsewhere', []],
  ])('same(%j) is equal, or null as well', async (shelf, found) => {
    await add('on the shelf', 'shelf')
    await add('nowhere')
    await add('lost')
    const notes = await db.all<{
      text: string
    }>`select text from notes where shelf ${same(shelf)} order by id`
    expect(notes.map(({ text }) => text)).toEqual(found)
  })

  test('list() of any length, and of any text', async () => {
    const odd = ["it's", '"quoted"', '\\', '🙂', '', '[]', 'null', '1']
    for (const text of [...odd, 'other']) await add(text)
    const find = async (items: string[]) => {
      const notes = await db.all<{
        text: string
      }>`select text from notes where text in ${list(items)} order by id`
      return notes.map(({ text }) => text)
    }
    expect(await find(odd)).toEqual(odd)
    expect(await find(["it's"])).toEqual(["it's"])
    expect(await find([])).toEqual([])
    expect(await find(Array.from({ length: 40_000 }, (_, index) => String(index)))).toEqual(['1'])
  })

  test('table() of any number of rows, nulls among them', async () => {
    await add('one', 'shelf')
    await add('two')
    await add('three')
    const move = async (rows: { id: number; shelf: string | null }[]) =>
      await db.transaction(
        (tx) => tx.run`update notes set shelf = row.shelf
          from ${table(rows, { id: 'integer', shelf: 'text' })} as row where notes.id = row.id`,
      )
    expect(await move([])).toBe(0)
    expect(await move([{ id: 404, shelf: 'x' }])).toBe(0)
    const rows = [
      { id: 1, shelf: null },
      { id: 3, shelf: "it's 'here'" },
    ]
    expect(await move(rows)).toBe(2)
    expect(await db.all`select id, shelf from notes order by id`).toEqual([
      { id: 1, shelf: null },
      { id: 2, shelf: null },
      { id: 3, shelf: "it's 'here'" },
    ])
  })

  test('a value is a value, whatever it looks like', async () => {
    const hostile = `'); drop table notes; --`
    await add(hostile)
    expect(await texts()).toEqual([hostile])
    expect(await db.get`select 1 as found from notes where text = ${'nothing'}`).toBeUndefined()
  })
})

describe('the connection', () => {
  test('writes what it acknowledges to the disk itself, and keeps foreign keys', async () => {
    // `synchronous` 2 is FULL: an fsync for every commit.
    const settings = await db.transaction(async (tx) => [
      await tx.get`pragma synchronous`,
      await tx.get`pragma journal_mode`,
      await tx.get`pragma foreign_keys`,
    ])
    expect(settings).toEqual([{ synchronous: 2 }, { journal_mode: 'wal' }, { foreign_keys: 1 }])
    const orphan = db.transaction((tx) => tx.run`insert into tags (note_id) values (404)`)
    await expect(orphan).rejects.toThrow(/FOREIGN KEY/)
  })
})

describe('closing', () => {
  test('waits for every transaction that was begun', async () => {
    const work = Array.from({ length: 100 }, (_, index) => add(String(index)))
    const late = work[0]?.then(() => add('begun while others were committing'))
    await db.close()
    expect(await outcomes([...work, ...(late ? [late] : [])])).toEqual(new Array(101).fill('fulfilled'))
    expect(textsInFile()).toHaveLength(101)
    db = await openSqlite(file)
  })

  test('refuses what comes after it', async () => {
    await db.close()
    await expect(add('too late')).rejects.toThrow(DatabaseUnavailable)
    expect(textsInFile()).toEqual([])
    db = await openSqlite(file)
  })

  test('leaves one file, which opens again with everything in it', async () => {
    await add('kept')
    await db.close()
    db = await openSqlite(file)
    expect(await texts()).toEqual(['kept'])
    expect(db.description).toBe(`SQLite, ${file}`)
  })
})

describe('the write-ahead log', () => {
  const mebibyte = 2 ** 20
  const length = () => statSync(`${file}-wal`).size / mebibyte

  /** Writes so many mebibytes. Gives the longest that the log has been. */
  async function write(mebibytes: number): Promise<number> {
    let longest = 0
    for (let half = 0; half < 2 * mebibytes; half++) {
      // SQLite writes only those pages of a row that are different.
      const text = String(half % 10).repeat(mebibyte / 2)
      await db.transaction((tx) => tx.run`update notes set text = ${text} where id = 1`)
      longest = Math.max(longest, length())
    }
    return longest
  }

  /** One of them has always begun before the last commit. Resolves when they have ended. */
  async function readAllTheTime(signal: AbortSignal): Promise<void> {
    const [one, other] = [1, 2].map(() => new DatabaseSync(file, { readOnly: true }))
    for (let [begun, next] = [one, other]; begun && next; [begun, next] = [next, begun]) {
      for (const each of [begun, next]) {
        if (!each.isTransaction) each.exec('begin')
        each.prepare('select id from notes').get()
        await pause(10)
      }
      begun.exec('rollback')
      if (signal.aborted) break
    }
    one?.close()
    other?.close()
  }

  test('does not grow for ever where reads overlap all the time', async () => {
    await add('')
    const over = new AbortController()
    const reading = readAllTheTime(over.signal)
    expect(await write(400)).toBeLessThan(300)
    over.abort()
    await reading
  })

  test('grows while somebody reads and does not end, without holding up writers for long, and shrinks afterwards', async () => {
    await add('')
    const reader = new DatabaseSync(file, { readOnly: true })
    reader.exec('begin')
    reader.prepare('select id from notes').get()
    expect(await write(200)).toBeGreaterThan(200)
    expect(reader.prepare('select text from notes').all()).toEqual([{ text: '' }])
    reader.exec('rollback')
    reader.close()
    await write(100)
    expect(length()).toBeLessThanOrEqual(64)
  })
})
