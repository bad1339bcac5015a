import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseUnavailable, type Transaction } from '../database.ts'
import { isAftermath, isClash, isDuplicate, translating } from './errors.ts'
import { type Queries, queries } from './queries.ts'

const mostAttempts = 8

/** Runs it again when it clashes with another transaction. */
export async function runAgain<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isClash(error)) throw error
      // One that still inserts a duplicate after all these attempts does not clash with anybody: it is a mistake.
      if (attempt === mostAttempts) throw isDuplicate(error) ? error : new DatabaseUnavailable(error)
      await pause(Math.random() * 10 * attempt)
    }
  }
}

/** How transactions reach the server. */
export interface Access {
  pool: pg.Pool
  prepare: boolean
  begin: string
}

/**
 * `guard` is asked first, pipelined with the first queries of the work, and may refuse before anything is committed.
 */
export async function runOnce<Result, Guarded>(
  { pool, prepare, begin }: Access,
  guard: (db: Queries) => Promise<Guarded>,
  work: (tx: Transaction, guarded: Promise<Guarded>, client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  // It throws at once where the URL names a file that cannot be read.
  const client = await translating(Promise.try(() => pool.connect()))
  const sent: Promise<unknown>[] = []
  /** Its failure shows at the end, or in whatever fails because of it. */
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
    // Closing the connection rolls back as well, and needs no answer from a server that may not give one.
    broken = reason instanceof DatabaseUnavailable || !(await succeeds(client.query('rollback')))
    throw reason
  } finally {
    client.release(broken)
  }
}

/** After a query has failed, those behind it in the transaction fail too. Only the first one says why. */
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
