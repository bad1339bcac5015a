import pg from 'pg'
import { DatabaseUnavailable } from '../database.ts'

const codeOf = (error: unknown) => (error instanceof pg.DatabaseError && error.code) || ''

/**
 * Serialisation failures, deadlocks, two that insert the same, and an owner who was deleted while we waited for their
 * lock. Run again, each sees what the other did. So it does where a node of a cluster was restarted.
 */
export const isClash = (error: unknown) =>
  ['40001', '40P01'].includes(codeOf(error)) || isDuplicate(error) || isOrphan(error) || isStale(error)
/** The coordinator had kept a connection to a node that has been restarted since. Nothing was changed, and now it makes a new one. */
const isStale = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  ['MarkRemoteTransactionFailed', 'CheckRemoteTransactionsHealth'].includes(error.routine ?? '')
/** Whether something was to be inserted, the counter or what comes before it, whose owner had gone. */
const isOrphan = (error: unknown) =>
  // Of a shard, whose name has a number at its end, the message alone says where it was.
  codeOf(error) === '23503' && /\b(?:counters|owners)(?:_\d+)?\b/.test((error as pg.DatabaseError).message)
/** Whether it failed only because an earlier query of its transaction had failed. */
export const isAftermath = (error: unknown) => codeOf(error) === '25P02'
/** Whether a statement that was to raise the counter has changed nothing; see `raisingCounter`. */
export const hasChangedNothing = (error: unknown) => codeOf(error) === '22012'
export const isDuplicate = (error: unknown) => codeOf(error) === '23505'

// https://www.postgresql.org/docs/current/errcodes-appendix.html: connection exceptions, insufficient resources,
// operator intervention, system errors; lock not available, read-only, idle too long; and what refuses us access:
// credentials, privileges, a database that does not exist or accepts no connections.
const passing = /^(?:08|28|3D|53|57|58)|^(?:25006|25P03|42501|55000|55P03)$/

/** A newer instance has altered the table under a prepared statement. A new connection prepares it again. */
const isOutdated = ({ routine }: pg.DatabaseError) => routine === 'RevalidateCachedQuery'

/** A node of a Citus cluster was lost while it committed. Whether it did shows when it is back. */
const isHalfDone = ({ routine }: pg.DatabaseError) => routine === 'ErrorIfPostCommitFailedShardPlacements'

/** Outages become DatabaseUnavailable. Mistakes of our own stay as they are. */
export function refuse(error: unknown): never {
  // Any other error means that the query did not reach the server, or its answer did not come back.
  if (!(error instanceof pg.DatabaseError)) throw new DatabaseUnavailable(error)
  // It quotes the row, which must not be logged.
  error.detail = undefined
  const isOutage = passing.test(codeOf(error)) || isOutdated(error) || isHalfDone(error)
  throw isOutage ? new DatabaseUnavailable(error) : error
}

export const translating = <Result>(query: Promise<Result>): Promise<Result> => query.catch(refuse)
