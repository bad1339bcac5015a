import { startTestInboard } from './inboard.ts'

/**
 * Another service for all test files of a worker, whose clock they may move: nobody expects a session, a link or a
 * count of an earlier file to be there still.
 */
export const inboard = await startTestInboard()
