import { describe, expect, test } from 'vitest'
import { scenarios } from './all.ts'
import type { Trial } from './scenario.ts'

/** A little of each of these, as a part of `npm test`. What this machine cannot do is left to those that can. */
export function tryQuickly(engine: Trial['engine'], names = scenarios.map(({ name }) => name)): void {
  const some = scenarios.filter(
    ({ name, engines, canRun }) => names.includes(name) && engines.includes(engine) && (canRun?.() ?? true),
  )
  describe.each(some)('$name', ({ run }) => {
    test('loses nothing and lets nothing through', { timeout: 120_000 }, async () => {
      const { tries, wrong } = await run({ engine, quick: true, say: () => {} })
      expect(wrong).toEqual([])
      expect(tries).toBeGreaterThan(0)
    })
  })
}
