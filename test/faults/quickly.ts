import { describe, expect, test } from 'vitest'
import { scenarios } from './all.ts'
import type { Trial } from './scenario.ts'

/** A little of each of these, as a part of `npm test`. The closing lines name those that this machine cannot run. */
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
