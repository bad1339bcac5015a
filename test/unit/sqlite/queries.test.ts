import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { list, same, table } from '../../../src/server/db/values.ts'
import { add, closeNotes, db, openNotes, texts } from './notes.ts'

beforeEach(openNotes)
afterEach(closeNotes)

describe('the parts of a query', () => {
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

  test('a value stays a value, whatever it contains', async () => {
    const hostile = `'); drop table notes; --`
    await add(hostile)
    expect(await texts()).toEqual([hostile])
    expect(await db.get`select 1 as found from notes where text = ${'nothing'}`).toBeUndefined()
  })
})
