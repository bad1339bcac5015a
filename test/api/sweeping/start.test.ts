import { rmSync } from 'node:fs'
import { test } from 'vitest'
import { newDataFolder } from '../../support/machine/folders.ts'
import { eventually, startTestInboard } from '../../support/service/inboard.ts'

test('a server sweeps when it starts, however much there is', async () => {
  const folder = newDataFolder()
  const before = await startTestInboard({}, folder)
  const { user } = await before.signIn('ada@example.com')
  await before.world.db.transaction(
    (tx) => tx.run`
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1200)
      insert into links (token_hash, owner_id, purpose, email, created_at, expires_at)
      select 'hash-' || n, cast(${user.id} as text), 'sign_in', '', '2020-01-01T00:00:00.000Z', '2020-01-01T00:15:00.000Z'
      from numbers`,
  )
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
