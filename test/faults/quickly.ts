import { describe, expect, test } from 'vitest'
import { scenarios } from './all.ts'
import type { Trial } from './scenario.ts'

/** Runs these scenarios briefly, as part of `npm test`. Those that cannot run on this machine are named at the end. */
export function tryQuickly(engine: Trial['engine'], names = scenarios.map(({ name }) => name)): void {
  const some = scenarios.filter(({ name, engines }) => names.includes(name) && engines.includes(engine))
  describe.each(some)('$name', ({ run, lacks }) => {
    test('loses nothing and lets nothing through', async ({ skip }) => {
      const lack = lacks?.()
      if (lack) skip(lack)
      const { tries, wrong } = await run({ engine, quick: true, say: () => {} })
      expect(wrong).toEqual([])
      expect(tries).toBeGreaterThan(0)
    })
  })
}
