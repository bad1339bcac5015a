import { test } from 'vitest'
import { expectTheSameBoards } from '../../../api/import/any-account.ts'

test('an export that is imported gives the same boards, whatever is on them', () => expectTheSameBoards(60))
