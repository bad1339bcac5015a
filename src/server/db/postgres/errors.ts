import pg from 'pg'
import { DatabaseUnavailable } from '../database.ts'

const codeOf = (error: unknown) => (error instanceof pg.DatabaseError && error.code) || ''

/**
 * True for errors that a retry resolves: serialisation failures, deadlocks, two inserts of the same row, an
 * owner deleted while we waited for their lock, and a restarted node of a cluster.
 */
export const isClash = (error: unknown) =>
  ['40001', '40P01'].includes(codeOf(error)) || isDuplicate(error) || isOrphan(error) || isStale(error)
/**
 * The coordinator used a pooled connection to a node that has been restarted since. Nothing was changed, and
 * it now reconnects.
 */
const isStale = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  ['MarkRemoteTransactionFailed', 'CheckRemoteTransactionsHealth'].includes(error.routine ?? '')
/** True if the insert of a counter, or of the rows before it, failed because its owner was deleted. */
const isOrphan = (error: unknown) =>
  // On a shard, whose name ends in a number, only the message names the table.
  codeOf(error) === '23503' && /\b(?:counters|owners)(?:_\d+)?\b/.test((error as pg.DatabaseError).message)
/** True if the query failed only because an earlier query of its transaction had failed. */
export const isAftermath = (error: unknown) => codeOf(error) === '25P02'
export const isDuplicate = (error: unknown) => codeOf(error) === '23505'

// https://www.postgresql.org/docs/current/errcodes-appendix.html: connection exceptions, insufficient
// resources, operator intervention, system errors; lock not available, read-only, idle timeout; and denied
// access: credentials, privileges, a database that does not exist or accepts no connections.
const passing = /^(?:08|28|3D|53|57|58)|^(?:25006|25P03|42501|55000|55P03)$/

/** A newer instance has altered the table of a prepared statement. A new connection prepares it again. */
const isOutdated = ({ routine }: pg.DatabaseError) => routine === 'RevalidateCachedQuery'

/** A node of a Citus cluster was lost while it committed. Whether it did is unknown until it is back. */
const isHalfDone = ({ routine }: pg.DatabaseError) => routine === 'ErrorIfPostCommitFailedShardPlacements'

/** Turns outages into DatabaseUnavailable. Our own mistakes stay as they are. */
export function refuse(error: unknown): never {
  // Any other error means that the query did not reach the server, or that its answer was lost.
  if (!(error instanceof pg.DatabaseError)) throw new DatabaseUnavailable(error)
  // The detail quotes the row, which must not be logged.
  error.detail = undefined
  const isOutage = passing.test(codeOf(error)) || isOutdated(error) || isHalfDone(error)
  throw isOutage ? new DatabaseUnavailable(error) : error
}

export const translating = <Result>(query: Promise<Result>): Promise<Result> => query.catch(refuse)
