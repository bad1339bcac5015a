import pg from 'pg'
import { DatabaseUnavailable } from '../database.ts'

const codeOf = (error: unknown) => (error instanceof pg.DatabaseError && error.code) || ''

/** Failures of serialisation, deadlocks, and two that insert the same: run again, each sees what the other did. */
export const isClash = (error: unknown) => ['40001', '40P01'].includes(codeOf(error)) || isDuplicate(error)
/** Of a failure before it in the same transaction. */
export const isAftermath = (error: unknown) => codeOf(error) === '25P02'
export const isDuplicate = (error: unknown) => codeOf(error) === '23505'

// https://www.postgresql.org/docs/current/errcodes-appendix.html: connection exceptions, insufficient resources, operator
// intervention, system errors; lock not available, read-only, idle too long; and whatever keeps us out: credentials,
// privileges, a database that is not there or takes no connections.
const passing = /^(?:08|28|3D|53|57|58)|^(?:25006|25P03|42501|55000|55P03)$/

/** A newer copy has altered the table beneath a prepared statement; a new connection prepares it anew. */
const isOutdated = ({ routine }: pg.DatabaseError) => routine === 'RevalidateCachedQuery'

/** Outages become DatabaseUnavailable; what is our own mistake stays what it is. */
export function refuse(error: unknown): never {
  // What is not the server's own word never reached it or never came back.
  if (!(error instanceof pg.DatabaseError)) throw new DatabaseUnavailable(error)
  // It quotes the row, which is nothing for a log.
  error.detail = undefined
  throw passing.test(codeOf(error)) || isOutdated(error) ? new DatabaseUnavailable(error) : error
}

export const translating = <Result>(query: Promise<Result>): Promise<Result> => query.catch(refuse)
