import { test } from 'vitest'
import { expectToMove } from './full-account.ts'

// More than a thousand, which another thread exports.
test('a large account can be exported, and imported elsewhere as it was, while others go on working', async () => {
  await expectToMove(3, 100, 110, 2)
})
