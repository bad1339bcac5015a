import { createAccess } from '../../server/accounts/access.ts'
import { findAccountId } from '../../server/accounts/administer.ts'
import { systemClock as clock } from '../../server/common/clock.ts'
import { CommandError } from '../../server/common/command-error.ts'
import { normaliseEmail } from '../../server/common/email.ts'
import { ProblemError } from '../../server/common/problems.ts'
import type { World } from '../../server/common/world.ts'
import type { Database, ReadableDatabase, Reader } from '../../server/db/database.ts'
import { configuredDatabase, withDatabase, withReadableDatabase } from './database.ts'

type Part = Pick<World, 'db' | 'clock' | 'access'>
type ReadablePart = Pick<World, 'clock'> & { db: ReadableDatabase }

/** Works on an existing account, beside a running server. */
export const withAccount = <Result>(
  named: string,
  work: (world: Part, ownerId: string) => Promise<Result>,
): Promise<Result> => withAccounts(async (world) => await work(world, await requireAccount(world.db, named)))

/** The same for reading only. */
export const readAccount = <Result>(
  named: string,
  work: (world: ReadablePart, ownerId: string) => Promise<Result>,
): Promise<Result> => readAccounts(async (world) => await work(world, await requireAccount(world.db, named)))

async function requireAccount(db: Reader, named: string): Promise<string> {
  const ownerId = await findAccountId(db, named.includes('@') ? addressOf(named) : named)
  if (!ownerId) throw new CommandError(`There is no account ${named}.`)
  return ownerId
}

export const readAccounts = <Result>(work: (world: ReadablePart) => Promise<Result>): Promise<Result> =>
  withReadableDatabase(configuredDatabase(), (db) => work({ db, clock }))

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
    if (error instanceof ProblemError)
      throw new CommandError(`"${given}" is not an email address. Enter one like ada@example.com.`)
    throw error
  }
}

export const orId = 'ADDRESS can also be the id of the account (user_id in the log).'
