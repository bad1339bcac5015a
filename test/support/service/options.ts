import { afterAll, beforeAll } from 'vitest'
import { type Config, readConfig } from '../../../src/server/config.ts'
import type { TestInboard } from './inboard.ts'

/** Those that a service reads with each request. */
type Chosen = Pick<Config, 'registration' | 'linksPerHour'>
const chosen = ({ registration, linksPerHour }: Chosen): Chosen => ({ registration, linksPerHour })

/**
 * In a test file, or in one of its groups: services that are running have other options for its tests. To start one for
 * each takes longer than most tests.
 */
export function useOptions(inboards: () => TestInboard[], environment: Record<string, string>): void {
  const before = new Map<Config, Chosen>()
  beforeAll(() => {
    const { settings } = readConfig(environment)
    for (const { world } of inboards()) {
      before.set(world.config, chosen(world.config))
      Object.assign(world.config, chosen(settings))
    }
  })
  afterAll(() => {
    for (const [config, own] of before) Object.assign(config, own)
  })
}
