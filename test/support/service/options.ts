import { afterAll, beforeAll } from 'vitest'
import { type Config, readConfig } from '../../../src/server/config.ts'
import type { TestInboard } from './inboard.ts'

/** Those that a service reads with each request. */
const names = ['registration', 'linksPerHour'] as const

/**
 * In a test file, or in one of its groups: services that are running have other options for its tests. To start one for
 * each takes longer than most tests.
 */
export function useOptions(inboards: () => TestInboard[], environment: Record<string, string>): void {
  const before = new Map<Config, Partial<Config>>()
  beforeAll(() => {
    const { settings } = readConfig(environment)
    const chosen = Object.fromEntries(names.map((name) => [name, settings[name]]))
    for (const { world } of inboards()) {
      const { registration, linksPerHour } = world.config
      before.set(world.config, { registration, linksPerHour })
      Object.assign(world.config, chosen)
    }
  })
  afterAll(() => {
    for (const [config, own] of before) Object.assign(config, own)
  })
}
