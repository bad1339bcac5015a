import { createAccess } from '../../server/accounts/access.ts'
import { findAccountId } from '../../server/accounts/administer.ts'
import { normaliseEmail } from '../../server/accounts/email.ts'
import { systemClock as clock } from '../../server/clock.ts'
import type { Database } from '../../server/db/database.ts'
import { Failure } from '../../server/problems.ts'
import { Refused } from '../../server/refused.ts'
import type { World } from '../../server/world.ts'
import { configuredDatabase, withDatabase } from '../database.ts'

type Part = Pick<World, 'db' | 'clock' | 'access'>

/** Works on an account, which must be there, beside a server that may be running. */
export const withAccount = <Result>(
  named: string,
  work: (world: Part, ownerId: string) => Promise<Result>,
): Promise<Result> =>
  withAccounts(async (world) => {
    const ownerId = await findAccountId(world.db, named.includes('@') ? addressOf(named) : named)
    if (!ownerId) throw new Refused(`There is no account ${named}.`)
    return await work(world, ownerId)
  })

export const withAccounts = <Result>(work: (world: Part) => Promise<Result>): Promise<Result> =>
  withDatabase(configuredDatabase(), async (db: Database) => {
    const access = createAccess(db, clock)
    try {
      return await work({ db, clock, access })
    } finally {
      await access.stop()
    }
  })

export function addressOf(given: string): string {
  try {
    return normaliseEmail(given)
  } catch (error) {
    if (error instanceof Failure)
      throw new Refused(`"${given}" is not an address: one is such as ada@example.com.`)
    throw error
  }
}

/** Every command that names one takes it in this form. */
export const words = ['ADDRESS'] as const

export const orId = 'In place of the address, the id of the account will do, which the log has as user_id.'
