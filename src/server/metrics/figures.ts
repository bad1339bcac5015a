import { type Clock, minutes } from '../clock.ts'

/** What is measured of the whole database. */
export interface Figures {
  users: number
  bytes: number
  /** Of an SQLite file. */
  freeBytes?: number
  walBytes?: number
}

/** When they were measured, in milliseconds since 1970. */
export type DatedFigures = Figures & { at: number }

const freshFor = 1 * minutes

/**
 * The latest figures. In a large database it takes a while to measure them, so only the first who asks waits for it: others
 * get those that there are, and if these are no longer fresh, new ones are measured meanwhile.
 */
export function createFigures(measure: () => Promise<Figures>, clock: Clock) {
  let latest: DatedFigures | undefined
  let measuring: Promise<DatedFigures | undefined> | undefined

  async function measureAgain(): Promise<DatedFigures | undefined> {
    const at = clock.now()
    try {
      latest = { ...(await measure()), at }
    } catch {
      // With the database away there are no figures, rather than old ones.
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
