import type { Held, Known, Reader, Size, Transaction } from './database.ts'

// One text for both engines. The row of a counter is made when its owner first does something.

export const nothing: Size = { cards: 0, bytes: 0 }

/** Takes the owner's lock and the next number of their counter, and counts what the change adds. Undefined, if there is no row. */
export const raiseCounter = (db: Reader, ownerId: string, { cards, bytes }: Size) =>
  db.get<Counter>`
    update counters set seq = seq + 1, cards = cards + ${cards}, bytes = bytes + ${bytes} where owner_id = ${ownerId}
    returning seq, cards, bytes, (select max(name) from migrations) as applied`

/** The same for a change that adds nothing, on SQLite, where nobody needs to be told what is applied: a third cheaper. */
export const raiseSeq = (db: Reader, ownerId: string) =>
  db.get<Pick<Counter, 'seq'>>`
    update counters set seq = seq + 1 where owner_id = ${ownerId} returning seq`

/**
 * Takes the owner's lock alone. Undefined, if there is no row. It is a write: of a row that was only selected for update, the node of a
 * cluster would let go before the coordinator has committed what was done under the lock.
 */
export const lockCounter = (db: Reader, ownerId: string) =>
  db.get<Counter>`
    update counters set seq = seq where owner_id = ${ownerId}
    returning seq, cards, bytes, (select max(name) from migrations) as applied`

/** Before its owner does something for the first time. There is none for whoever does not exist. */
export const makeCounter = (db: Pick<Transaction, 'run'>, ownerId: string) =>
  db.run`
    insert into counters (owner_id) select id from users where id = ${ownerId} on conflict (owner_id) do nothing`

/** Gives back the number that this transaction has taken, and what it was to add. Nobody else has seen it. */
export const lowerCounter = async (db: Reader, ownerId: string, { cards, bytes }: Size): Promise<number> => {
  const lowered = await db.get<Pick<Counter, 'seq'>>`
    update counters set seq = seq - 1, cards = cards - ${cards}, bytes = bytes - ${bytes} where owner_id = ${ownerId}
    returning seq`
  return lowered?.seq ?? 0
}

/** Counts what this transaction adds, or takes away, if that was not known when it began. Resolves to what there is then. */
export const resize = async (held: Held, { cards, bytes }: Size): Promise<Size> => {
  const resized = await held.get<Size>`
    update counters set cards = cards + ${cards}, bytes = bytes + ${bytes} where owner_id = ${held.ownerId}
    returning cards, bytes`
  return resized ?? nothing
}

export interface Counter extends Size {
  seq: number
  /** The newest migration of the database. */
  applied: string
}

/** Far more than anybody has done since the backup was made. */
export const leap = 1_000_000

/**
 * Where a counter continues at least after it was set back: at the milliseconds since 2020. No account is changed a thousand times a
 * second for years, so this is above every number that a device has seen, however often and in whatever order backups are restored.
 */
export const numberAt = (now: number) => now - Date.UTC(2020, 0)

/**
 * After a backup was restored: devices may have followed an account further than it goes now, and would take its next
 * changes for some that they know. So no number is used twice, and every device begins again. Of the database that was replaced,
 * it takes those counters that may be `ahead` even so.
 */
export async function leapAll(tx: Transaction, now: number, ahead: readonly Known[] = []): Promise<void> {
  await tx.run`
    insert into counters (owner_id) select id from users where true on conflict (owner_id) do nothing`
  await tx.run`update counters set seq = seq + ${leap}`
  await tx.run`update counters set seq = ${numberAt(now)} where seq < ${numberAt(now)}`
  for (const { owner_id, seq } of ahead)
    await tx.run`update counters set seq = ${seq + leap} where owner_id = ${owner_id} and seq < ${seq + leap}`
  await tx.run`update counters set oldest = seq`
}

/** After a device has seen more of an account than there is: it goes on above that. Resolves to the present number. */
export async function leapOver(held: Held, seen: number): Promise<number> {
  const leapt = await held.get<Pick<Counter, 'seq'>>`
    update counters set seq = ${seen + 1}, oldest = ${seen + 1} where owner_id = ${held.ownerId} and seq < ${seen}
    returning seq`
  const present =
    leapt ?? (await held.get<Pick<Counter, 'seq'>>`select seq from counters where owner_id = ${held.ownerId}`)
  return present?.seq ?? 0
}
