import fc from 'fast-check'
import { expect } from 'vitest'
import type { ImportDocument } from '../../../src/contract/transfer.ts'
import { expectExact } from '../../support/service/counted.ts'
import { inboard } from '../../support/service/shared.ts'
import { content } from './people.ts'

const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    fc.constantFrom('a\r\nb', '"', '\\', '\u0001\u007f', '🪴'.repeat(2000)),
  )
  .map((one) => one.trim() || 'x')
const time = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const cards = fc.array(fc.record({ text, complete: fc.boolean(), created_at: time }), { maxLength: 6 })
const statuses = fc
  .tuple(cards, cards, cards)
  .map((columns) => ['To do', 'Doing', 'Done'].map((name, index) => ({ name, cards: columns[index] ?? [] })))
const projects = fc
  .array(
    fc.record({
      title: text.map((one) => Array.from(one).slice(0, 200).join('').trim()),
      created_at: time,
      statuses,
    }),
    { maxLength: 4 },
  )
  // As they are listed.
  .map((list) => list.toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1)))

/** Imports random accounts, and what was exported of them again. */
export async function expectTheSameBoards(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.record({ projects, inbox: cards }), async (account) => {
      const [one, other] = [await inboard.signIn(), await inboard.signIn()]
      await one.client.importFile({ file: { format: 'inboard', version: 1, ...account } })
      const first = await one.client.exportAccount()
      expect(content(first)).toEqual(account)
      await other.client.importFile({ file: first as ImportDocument })
      expect(content(await other.client.exportAccount())).toEqual(content(first))
      await expectExact(other, inboard)
    }),
    { numRuns },
  )
}
