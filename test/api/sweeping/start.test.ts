import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { eventually, startTestInboard } from '../../support/service/inboard.ts'

test('a new start sweeps by itself, however much there is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'inboard-'))
  const before = await startTestInboard({}, folder)
  const { user } = await before.signIn('ada@example.com')
  await before.world.db.transaction(async (tx) => {
    for (let n = 0; n < 1200; n++) {
      await tx.run`
        insert into links (token_hash, owner_id, purpose, email, created_at, expires_at)
        values (${`hash-${n}`}, ${user.id}, 'sign_in', '', '2020-01-01T00:00:00.000Z', '2020-01-01T00:15:00.000Z')`
    }
  })
  await before.stop()

  const after = await startTestInboard({}, folder)
  const { db } = after.world
  await eventually(
    async () => (await db.all`select token_hash from links`).length === 1 || undefined,
    'one link, which is a day old at most',
  )
  await after.stop()
  rmSync(folder, { recursive: true })
})
