import { startTestInboard } from './inboard.ts'

/**
 * Another service for all test files of a worker. Tests may move its clock, so no file can rely on sessions,
 * links or counts of an earlier one.
 */
export const inboard = await startTestInboard()
