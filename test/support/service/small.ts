import { startTestInboard } from './inboard.ts'

/** Like `shared.ts`, one service for all test files of a worker, but with low limits for each account. */
export const small = await startTestInboard({ MAX_PROJECTS: '3', MAX_CARDS: '10', MAX_TEXT: '100' })
