import { expect, test } from 'vitest'
import { newSeed } from '../support/machine/chance.ts'
import type { Scenario, Size, Trial } from './scenario.ts'

/** In milliseconds. More than a glance at some of them waits for a minute until the server gives up on somebody. */
const patience = 5 * 60_000

/**
 * Makes a test of a scenario. One that cannot run on this machine is named at the end of the run, with the
 * reason.
 */
export function tryOut({ name, run, lacks }: Scenario, size: Size, engine: Trial['engine']): void {
  const options = size === 'glance' ? {} : { timeout: patience }
  test(`${name} on ${engine}`, options, async ({ skip }) => {
    const lack = lacks?.()
    if (lack) skip(lack)
    const { tries, wrong, leftOut } = await run({ engine, size, seed: newSeed(), say: () => {} })
    if (leftOut) skip(leftOut)
    expect(wrong).toEqual([])
    expect(tries).toBeGreaterThan(0)
  })
}
