import { test } from 'vitest'
import { expectTheSameBoards } from '../../../api/import/any-account.ts'

test('an exported account gives the same boards when imported, whatever its contents', () =>
  expectTheSameBoards(60))
