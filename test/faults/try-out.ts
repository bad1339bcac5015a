import { expect, test } from 'vitest'
import type { Scenario, Size, Trial } from './scenario.ts'
import { newSeed } from './support/chance.ts'

/** In milliseconds. Some scenarios wait for a minute until the server gives up on somebody. */
const timeout = 5 * 60_000

/** Makes a test of a scenario. One that cannot run on this machine is named at the end of the run, with the reason. */
export function tryOut({ name, run, lacks }: Scenario, size: Size, engine: Trial['engine']): void {
  test(`${name} on ${engine}`, { timeout }, async ({ skip }) => {
    const lack = lacks?.()
    if (lack) skip(lack)
    const { tries, wrong, leftOut } = await run({ engine, size, seed: newSeed(), say: () => {} })
    if (leftOut) skip(leftOut)
    expect(wrong).toEqual([])
    expect(tries).toBeGreaterThan(0)
  })
}
