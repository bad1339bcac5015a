import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseUnavailable, type Transaction } from '../database.ts'
import { isAftermath, isClash, isDuplicate, translating } from './errors.ts'
import { type Queries, queries } from './queries.ts'

const maxAttempts = 8

/** Retries a transaction that clashes with another. */
export async function runAgain<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isClash(error)) throw error
      // A duplicate after this many attempts is no clash, but a bug.
      if (attempt === maxAttempts) throw isDuplicate(error) ? error : new DatabaseUnavailable(error)
      await pause(Math.random() * 10 * attempt)
    }
  }
}

/** How transactions reach the server. */
interface Access {
  pool: pg.Pool
  prepare: boolean
  begin: string
}

/** Runs `guard` first, pipelined with the first queries of the work. It may refuse before anything is committed. */
export async function runOnce<Result, Guarded>(
  { pool, prepare, begin }: Access,
  guard: (db: Queries) => Promise<Guarded>,
  work: (tx: Transaction, guarded: Promise<Guarded>, client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  // Throws synchronously if the URL names a file that cannot be read.
  const client = await translating(Promise.try(() => pool.connect()))
  const sent: Promise<unknown>[] = []
  /** A failure surfaces at the end, or in a later query that fails because of it. */
  const send = <Answer>(query: Promise<Answer>) => {
    query.catch(() => {})
    sent.push(query)
    return query
  }
  const ask = queries(client, prepare)
  const tx: Transaction = { ...ask, send: (...query) => void send(ask.run(...query)) }
  let broken = false
  try {
    void send(translating(client.query(begin)))
    const guarded = send(guard(ask))
    const result = await work(tx, guarded, client)
    await guarded
    void send(translating(client.query('commit')))
    await Promise.all(sent)
    return result
  } catch (error) {
    const reason = (isAftermath(error) && (await firstFailure(sent))) || error
    // Closing the connection rolls back too, and needs no answer from a server that may not respond.
    broken = reason instanceof DatabaseUnavailable || !(await succeeds(client.query('rollback')))
    throw reason
  } finally {
    client.release(broken)
  }
}

/** After a query has failed, all later ones in the transaction fail too. Only the first has the reason. */
async function firstFailure(queries: Promise<unknown>[]): Promise<unknown> {
  for (const query of queries) {
    try {
      await query
    } catch (error) {
      return error
    }
  }
  return undefined
}

const succeeds = (query: Promise<unknown>) =>
  query.then(
    () => true,
    () => false,
  )
