import { test } from 'vitest'
import { expectToMove } from './full-account.ts'

// More than a thousand, which another thread exports.
test('a large account can be exported and imported elsewhere unchanged, while others continue to work', async () => {
  await expectToMove(3, 100, 110, 2)
})
