import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addAccount, makeLink } from '../../../src/server/accounts/administer.ts'
import { systemClock } from '../../../src/server/common/clock.ts'
import { backUp } from '../../../src/server/operate/backup.ts'
import { restore } from '../../../src/server/operate/restore.ts'
import { newDataFolder } from '../../support/machine/folders.ts'
import { startTestInboard } from '../../support/service/inboard.ts'

test('a session that began after the backup goes on once the backup is restored', async () => {
  const folder = newDataFolder()
  const environment = { JWT_SECRET: 'a secret that outlives the database' }
  const before = await startTestInboard(environment, folder)
  const { config, db, clock } = before.world
  const { id } = await addAccount(db, clock, 'ada@example.com')
  const first = await makeLink(db, clock, id)
  await before.client().openLink({ token: first?.token ?? '' })
  const backup = join(folder, 'backup.db')
  await backUp(config.database, backup, () => {})
  const second = await makeLink(db, clock, id)
  const { token } = await before.client().openLink({ token: second?.token ?? '' })
  await before.stop()

  await restore(backup, config.database, join(folder, 'aside.db'), systemClock, () => {})
  const after = await startTestInboard(environment, folder)
  expect(await after.client(token).readMe()).toMatchObject({ user: { id } })
  await after.stop()
})
