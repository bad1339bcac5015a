import { expect, test } from 'vitest'
import { inboard } from '../support/service/shared.ts'

test('a failed transaction reports its first failure, not those that follow from it', async () => {
  const failing = inboard.world.db.exclusive(async (tx) => {
    // Nobody waits for it, and so the next one hears of it first.
    tx.send`insert into no_such_table (id) values (1)`
    return await tx.get<{ one: number }>`select 1 as one`
  })
  await expect(failing).rejects.toThrow(/no_such_table/)
})
