import { expect, test } from 'vitest'
import { expectToMove } from '../../../api/import/full-account.ts'

test('a full account can be exported and imported elsewhere unchanged, while others continue to work', async () => {
  const { post } = await expectToMove(11, 300, 100, 260)
  expect((await post('text\none more', 'text/csv')).outcome).toBe('409 card_limit_reached')
})
