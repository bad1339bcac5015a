import { describe, test } from 'vitest'

import { compareWithModel } from './any-sequence.ts'
import { changeAtOnce, moveAtOnce } from './eight-clients.ts'

test('any sequence of creates, patches, deletions and moves gives the same result as the reference model', () =>
  compareWithModel(5))

describe('eight clients of one person, at once', () => {
  test('lose no card and leave every column dense', () => changeAtOnce(5))
  test('that only move leave every column dense without any help', () => moveAtOnce(5))
})
