import { afterAll, beforeAll, expect } from 'vitest'
import type { TestInboard } from './inboard.ts'

/** In a test file: nothing that its tests send is worth a line in the operator's log. */
export function expectQuietLog(inboard: TestInboard): void {
  let before = 0
  beforeAll(() => {
    before = inboard.log.length
  })
  afterAll(() => expect(inboard.log.slice(before)).toEqual([]))
}
