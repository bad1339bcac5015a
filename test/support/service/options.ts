import { afterAll, beforeAll } from 'vitest'
import { type Config, readConfig } from '../../../src/server/config/config.ts'
import type { TestInboard } from './inboard.ts'

/** Options that a service reads on each request. */
type Chosen = Pick<Config, 'registration' | 'linksPerHour'>
const chosen = ({ registration, linksPerHour }: Chosen): Chosen => ({ registration, linksPerHour })

/**
 * For a test file or group: changes options of a running service for its tests. Starting one for each takes
 * longer than most tests.
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
