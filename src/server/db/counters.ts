import { randomUUID } from 'node:crypto'
import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Held, News, OwnerSeq, Reader, Size, Transaction } from './database.ts'
import { table } from './values.ts'

// These statements are the same on both engines. A counter's row is created by its owner's first change.

export const nothing: Size = { cards: 0, bytes: 0 }

/** Takes the owner's lock and the next number, and counts what the change adds. Undefined if there is no row. */
export const raiseCounter = (db: Reader, ownerId: string, { cards, bytes }: Size) =>
  db.get<Counter>`
    update counters set seq = seq + 1, cards = cards + ${cards}, bytes = bytes + ${bytes} where owner_id = ${ownerId}
    returning seq, cards, bytes`

/** Takes only the lock of an owner. */
export const lockCounter = (tx: Transaction, ownerId: string) =>
  tx.run`update counters set seq = seq where owner_id = ${ownerId}`

/** Creates the counter before its owner's first change. Does nothing for an owner that doesn't exist. */
export const makeCounter = (db: Pick<Transaction, 'run'>, ownerId: string) =>
  db.run`
    insert into counters (owner_id) select id from users where id = ${ownerId} on conflict (owner_id) do nothing`

/**
 * Gives back this transaction's sequence number, which nobody else has seen, and subtracts what it was to add.
 */
export const lowerCounter = async (db: Reader, ownerId: string, { cards, bytes }: Size): Promise<number> => {
  const lowered = await db.get<Pick<Counter, 'seq'>>`
    update counters set seq = seq - 1, cards = cards - ${cards}, bytes = bytes - ${bytes} where owner_id = ${ownerId}
    returning seq`
  return lowered?.seq ?? 0
}

/**
 * Counts what this transaction adds or removes, if that wasn't known when it began. Resolves to the new size.
 */
export const resize = async (held: Held, { cards, bytes }: Size): Promise<Size> => {
  const resized = await held.get<Size>`
    update counters set cards = cards + ${cards}, bytes = bytes + ${bytes} where owner_id = ${held.ownerId}
    returning cards, bytes`
  return resized ?? nothing
}

export interface Counter extends Size {
  seq: number
}

/** How many set-backs of an account a snapshot lists. */
export const maxSetBacks = 20

/** Far more changes than anybody makes between two backups. */
export const step = 1_000_000

/**
 * The lowest number from which a counter continues after it was set back: the milliseconds since 2020. No
 * account makes a thousand changes a second for years, so this is above every number that a device has seen,
 * however often and in whatever order backups are restored.
 */
export const numberAt = (now: number) => now - Date.UTC(2020, 0)

/**
 * Advances all counters after a restore. Devices may have seen later numbers than the backup has, and would
 * mistake new changes for those that they already know. No number is used twice, and every device fetches
 * everything again. `ahead` are counters of the replaced database that may be higher still.
 */
export async function advanceAll(
  tx: Transaction,
  now: number,
  ahead: readonly OwnerSeq[] = [],
): Promise<void> {
  await tx.run`
    insert into counters (owner_id) select id from users where true on conflict (owner_id) do nothing`
  await tx.run`
    insert into set_backs (owner_id, seq, id, from_seq) select owner_id, seq, ${randomUUID()}, seq from counters`
  await tx.run`update counters set seq = seq + ${step}`
  await tx.run`update counters set seq = ${numberAt(now)} where seq < ${numberAt(now)}`
  for (const { owner_id, seq } of ahead)
    await tx.run`update counters set seq = ${seq + step} where owner_id = ${owner_id} and seq < ${seq + step}`
  await tx.run`update counters set oldest = seq`
}

/**
 * Advances the counter past a number that a device has seen but this database has not. Resolves to the
 * current number.
 */
export async function advancePast(held: Held, seen: number): Promise<number> {
  held.send`
    insert into set_backs (owner_id, seq, id)
    select owner_id, seq, ${randomUUID()} from counters where owner_id = ${held.ownerId} and seq < ${seen}`
  held.send`
    delete from set_backs where owner_id = ${held.ownerId} and seq not in (
      select seq from set_backs where owner_id = ${held.ownerId} order by seq desc limit ${maxSetBacks})`
  const leapt = await held.get<Pick<Counter, 'seq'>>`
    update counters set seq = ${seen + 1}, oldest = ${seen + 1} where owner_id = ${held.ownerId} and seq < ${seen}
    returning seq`
  const present =
    leapt ?? (await held.get<Pick<Counter, 'seq'>>`select seq from counters where owner_id = ${held.ownerId}`)
  return present?.seq ?? 0
}

const ownersAtOnce = 1000

/** Reads a thousand owners at a time, which bounds the memory and lets other work run in between. */
export async function findNews(db: Reader, known: readonly OwnerSeq[]): Promise<News[]> {
  const news: News[] = []
  for (let start = 0; start < known.length; start += ownersAtOnce) {
    if (start > 0) await othersFirst()
    const some = known.slice(start, start + ownersAtOnce)
    news.push(
      ...(await db.all<News>`
        select known.owner_id, counters.seq
        from ${table(some, { owner_id: 'text', seq: 'integer' })} as known
        left join counters on counters.owner_id = known.owner_id
        where counters.seq is null or counters.seq <> known.seq`),
    )
  }
  return news
}
