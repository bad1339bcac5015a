import { describe, expect, test } from 'vitest'
import type { ImportDocument } from '../../../src/contract/transfer.ts'
import { expectTheSameBoards } from '../../api/import/any-account.ts'
import { boardsOf, newcomer } from '../../api/import/people.ts'
import { fileNamed } from '../../support/import-files/files.ts'
import { inboard } from '../../support/service/shared.ts'

describe('an export that is imported', () => {
  test('gives the same boards, whatever is on them', () => expectTheSameBoards(4))

  test('comes beside what is there: further projects, and cards at the end of the inbox', async () => {
    const person = await newcomer()
    const { client } = person
    await client.importFile({ file: fileNamed('boards.csv') })
    await client.importFile({ file: (await client.exportAccount()) as ImportDocument })
    const { boards, inbox } = await boardsOf(person)
    expect(boards.map(([title]) => title)).toEqual(['Garden', 'House', 'Garden', 'House'])
    expect(inbox).toEqual(['Buy milk', 'Buy milk'])
    const { cards } = await client.listInboxCards()
    expect(cards.map(({ position }) => position)).toEqual([0, 1])
  })

  test('has nothing from the future', async () => {
    const { client } = await newcomer()
    const created_at = '9999-01-01T00:00:00.000Z'
    const project = { title: 'Later', created_at, statuses: [] }
    await client.importFile({
      file: { format: 'inboard', version: 1, projects: [project], inbox: [{ text: 'x', created_at }] },
    })
    const { projects, inbox } = await client.exportAccount()
    for (const thing of [...projects, ...inbox])
      expect(Date.parse(thing.created_at)).toBeLessThanOrEqual(inboard.clock.now())
  })
})
