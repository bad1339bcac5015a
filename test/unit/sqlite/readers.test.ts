import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DatabaseUnavailable } from '../../../src/server/db/database.ts'
import { add, closeNotes, db, file, openNotes, outcomes, texts, textsInFile } from './notes.ts'

beforeEach(openNotes)
afterEach(closeNotes)

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
