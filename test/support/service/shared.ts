import { startTestInboard, TestClock } from './inboard.ts'

/** Anything a file changes would affect all others. */
class SharedClock extends TestClock {
  override advance(): never {
    throw new Error(
      'This service is shared. To move its clock, import the one of clocked.ts, or start another.',
    )
  }
}

/**
 * One service for all test files of a worker, for tests that only need people on it: each signs in its own.
 * Tests that move the clock, set an option, or count what the whole service has done start another one.
 */
export const inboard = await startTestInboard({}, undefined, new SharedClock())
