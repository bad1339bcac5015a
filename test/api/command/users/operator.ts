import { createAccess } from '../../../../src/server/accounts/access.ts'
import { findAccountId } from '../../../../src/server/accounts/administer.ts'
import type { World } from '../../../../src/server/common/world.ts'
import { openBeside } from '../../../../src/server/db/open.ts'
import { inboard } from '../../../support/service/shared.ts'

type Part = Pick<World, 'db' | 'clock' | 'access'>

/**
 * Works on an account as `inboard users` does, by a connection of its own beside the server. The command itself is in
 * test/http/command: to start it takes longer than all that it does.
 */
export async function operate<Result>(
  named: string,
  work: (part: Part, ownerId: string) => Promise<Result>,
): Promise<Result> {
  const { config, clock } = inboard.world
  const db = await openBeside(config.database)
  const access = createAccess(db, clock)
  try {
    const ownerId = await findAccountId(db, named)
    if (!ownerId) throw new Error(`there is no account ${named}`)
    return await work({ db, clock, access }, ownerId)
  } finally {
    await access.stop()
    await db.close()
  }
}
