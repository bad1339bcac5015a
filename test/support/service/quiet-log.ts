import { afterAll, beforeAll, expect } from 'vitest'
import type { TestInboard } from './inboard.ts'

/** For a test file: fails if its tests cause a log entry. */
export function expectQuietLog(inboard: TestInboard): void {
  let before = 0
  beforeAll(() => {
    before = inboard.log.length
  })
  afterAll(() => expect(inboard.log.slice(before)).toEqual([]))
}
