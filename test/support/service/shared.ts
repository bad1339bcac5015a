import { startTestInboard } from './inboard.ts'

/**
 * One service for all test files of a worker, for tests that only need people on it: each signs in somebody of its own. Whoever
 * moves the clock, sets an option, or counts what the whole service has done starts another one.
 */
export const inboard = await startTestInboard()
