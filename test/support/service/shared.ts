import { startTestInboard, TestClock } from './inboard.ts'

/** What one file does to it would reach all others. */
class SharedClock extends TestClock {
  override advance(): never {
    throw new Error(
      'This service is shared. To move its clock, import the one of clocked.ts, or start another.',
    )
  }
}

/**
 * One service for all test files of a worker, for tests that only need people on it: each signs in somebody of its own. Whoever
 * moves the clock, sets an option, or counts what the whole service has done starts another one.
 */
export const inboard = await startTestInboard({}, undefined, new SharedClock())
