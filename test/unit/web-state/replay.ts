import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replayed } from '../../../src/web/model/replay.ts'
import { anyOperation, someAccount } from '../../support/models/some-operations.ts'

/** In any state, with a bin that is known or not. */
const anyWorkspace = fc
  .tuple(fc.array(anyOperation, { maxLength: 10 }), fc.boolean())
  .map(([before, isBinKnown]) =>
    replayed(isBinKnown ? someAccount : { ...someAccount, bin: undefined }, before),
  )

export function testReplay(runs: number): void {
  test('many operations at once do what they do one after the other', () => {
    fc.assert(
      fc.property(anyWorkspace, fc.array(anyOperation, { maxLength: 40 }), (base, operations) => {
        const simply = operations.reduce((now, one) => replayed(now, [one]), base)
        expect(replayed(base, operations)).toEqual(simply)
      }),
      { numRuns: runs },
    )
  })

  test('columns that nothing happens to stay the same objects', () => {
    fc.assert(
      fc.property(anyWorkspace, fc.constantFrom('a', 'b', 'c', 'd', 'e', 'new-1'), (base, id) => {
        const operations = Array.from({ length: 8 }, (_, index) => ({
          kind: 'complete card' as const,
          id,
          complete: index % 2 === 0,
        }))
        const { columns } = replayed(base, operations)
        for (const [key, cards] of base.columns)
          if (!cards.some((card) => card.id === id)) expect(columns.get(key)).toBe(cards)
      }),
    )
  })
}
