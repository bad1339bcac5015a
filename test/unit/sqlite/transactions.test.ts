import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DatabaseUnavailable } from '../../../src/server/db/database.ts'
import { add, closeNotes, db, file, openNotes, outcomes, texts, textsInFile } from './notes.ts'

beforeEach(openNotes)
afterEach(closeNotes)

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
