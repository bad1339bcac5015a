import type { Reader } from './database.ts'

// One text for both engines. The row of a counter is made when its owner first does something.

/** Takes the owner's lock and the next number of their counter. */
export const raiseCounter = (db: Reader, ownerId: string) =>
  db.get<Counter>`
    insert into counters (owner_id, seq) select id, 1 from users where id = ${ownerId}
    on conflict (owner_id) do update set seq = counters.seq + 1
    returning seq, (select max(name) from migrations) as applied`

/**
 * The same, for a third less, where the row is there already. It is not for PostgreSQL, where the queries that follow are
 * sent before we could know that there is no row.
 */
export const raiseKnownCounter = (db: Reader, ownerId: string) =>
  db.get<Pick<Counter, 'seq'>>`
    update counters set seq = seq + 1 where owner_id = ${ownerId} returning seq`

/** Takes the owner's lock alone. */
export const lockCounter = (db: Reader, ownerId: string) =>
  db.get<Counter>`
    insert into counters (owner_id, seq) select id, 0 from users where id = ${ownerId}
    on conflict (owner_id) do update set seq = counters.seq
    returning seq, (select max(name) from migrations) as applied`

/** Gives the number back that this transaction has taken. Nobody else has seen it. */
export const lowerCounter = async (db: Reader, ownerId: string): Promise<number> => {
  const lowered = await db.get<Counter>`
    update counters set seq = seq - 1 where owner_id = ${ownerId}
    returning seq, (select max(name) from migrations) as applied`
  return lowered?.seq ?? 0
}

interface Counter {
  seq: number
  /** The newest migration of the database. */
  applied: string
}
