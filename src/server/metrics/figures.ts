import { type Clock, minutes } from '../common/clock.ts'

/** Measurements of the whole database. */
export interface Figures {
  users: number
  bytes: number
  /** SQLite only. */
  freeBytes?: number
  walBytes?: number
  /** On its disk. */
  diskFreeBytes?: number
  /** The time of the last backup, in milliseconds since 1970; 0 if there is none. */
  backupAt?: number
}

/** `at` is the time of the measurement, in milliseconds since 1970. */
export type DatedFigures = Figures & { at: number }

const freshFor = 1 * minutes

/**
 * Caches the latest figures. Measuring a large database takes a while, so only the first caller waits for it.
 * Later callers get the cached figures, and if those are stale, new ones are measured in the background.
 */
export function createFigures(measure: () => Promise<Figures>, clock: Clock) {
  let latest: DatedFigures | undefined
  let measuring: Promise<DatedFigures | undefined> | undefined

  async function measureAgain(): Promise<DatedFigures | undefined> {
    const at = clock.now()
    try {
      latest = { ...(await measure()), at }
    } catch {
      // While the database is unavailable, report no figures instead of stale ones.
      latest = undefined
    }
    measuring = undefined
    return latest
  }

  return async (): Promise<DatedFigures | undefined> => {
    const isFresh = latest && Math.abs(clock.now() - latest.at) < freshFor
    if (!isFresh) measuring ??= measureAgain()
    return latest ?? (await measuring)
  }
}
