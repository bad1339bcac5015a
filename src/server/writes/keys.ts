import { hash } from 'node:crypto'
import { days, iso } from '../common/clock.ts'
import { fail, invalid } from '../common/problems.ts'
import type { BoardWorld } from '../common/world.ts'
import type { Change } from '../db/database.ts'
import { inBatches } from '../db/database.ts'
import { newId } from '../db/ids.ts'

/** The shortest time a key is kept, unless there are too many. */
export const keptFor = 30 * days
export const maxKeys = 100_000

/** An idempotency key sent by a client. */
export interface Key {
  text: string
  /** A hash of the request's method, path and body. */
  request: string
}

export function readKey(
  text: string | undefined,
  endpoint: string,
  params: unknown,
  body: unknown,
): Key | undefined {
  if (text === undefined) return undefined
  if (!/^[!-~]{1,128}$/.test(text))
    throw invalid('Idempotency-Key', 'must be 1 to 128 visible ASCII characters')
  return { text, request: hash('sha256', JSON.stringify([endpoint, params, body]), 'base64url') }
}

/** A request that was carried out under a key. */
export interface Earlier {
  request: string
  created_id: string | null
  /** The item that it created, as JSON without the text. Null unless its sender may not read. */
  made: string | null
  created_at: string
}

export const findKey = (change: Change, { text }: Key) =>
  change.get<Earlier>`
    select request, created_id, made, created_at from idempotency_keys where owner_id = ${change.ownerId} and key = ${text}`

/** The item that a request created, if any. */
export interface Made {
  id?: string
  text?: string
}

export function recordKey(
  change: Change,
  key: Key,
  { text: _, ...made }: Made,
  keepsMade: boolean,
  now: number,
): void {
  const { ownerId } = change
  change.send`
    insert into idempotency_keys (owner_id, key, number, request, created_id, made, created_at)
    select ${ownerId}, ${key.text}, coalesce(max(number), 0) + 1, ${key.request}, ${made.id ?? null},
      ${keepsMade ? JSON.stringify(made) : null}, ${iso(now)}
    from idempotency_keys where owner_id = ${ownerId}`
  // Deleting up to two keys for each new one bounds their number.
  change.send`
    delete from idempotency_keys where owner_id = ${ownerId} and number in (
      select number from (
        select number, created_at from idempotency_keys where owner_id = ${ownerId} order by number limit 2
      ) as oldest
      where created_at < ${iso(now - keptFor)}
        or number <= (select max(number) from idempotency_keys where owner_id = ${ownerId}) - ${maxKeys})`
}

/** Accounts for each sweep, in the order of their ids. */
const accountsAtOnce = 500

/**
 * Removes old keys of accounts that no longer send any; active accounts remove their own on each write. An
 * index on the age would slow down every write, so each call scans a batch of accounts and resolves to the
 * last id, from which the next call continues, or to '' after the last account.
 */
export async function sweepKeys({ db, clock }: BoardWorld, after = ''): Promise<string> {
  const old = iso(clock.now() - keptFor)
  const accounts = await db.all<{ id: string }>`
    select id from users where id > ${after} order by id limit ${accountsAtOnce}`
  for (const { id } of accounts) {
    const oldest = await db.get<{ created_at: string }>`
      select created_at from idempotency_keys where owner_id = ${id} order by number limit 1`
    if (!oldest || oldest.created_at >= old) continue
    await inBatches((limit) =>
      db.hold(
        id,
        (held) => held.run`
          delete from idempotency_keys where owner_id = ${id} and number in (
            select number from (
              select number, created_at from idempotency_keys where owner_id = ${id} order by number limit ${limit}
            ) as oldest
            where created_at < ${old})`,
      ),
    )
  }
  return accounts.length < accountsAtOnce ? '' : (accounts.at(-1)?.id ?? '')
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The id for what a request creates: its key, if that is a UUID. Throws if the owner has, or had, anything
 * with that id.
 */
export async function idFor(change: Change, key: Key | undefined): Promise<string> {
  if (!key || !uuid.test(key.text)) return newId()
  const { ownerId } = change
  const taken = await change.get`
    select id from cards where owner_id = ${ownerId} and id = ${key.text}
    union all select id from projects where owner_id = ${ownerId} and id = ${key.text}
    union all select id from statuses where owner_id = ${ownerId} and id = ${key.text}
    union all select id from bin where owner_id = ${ownerId} and id = ${key.text}
    union all select id from tombstones where owner_id = ${ownerId} and id = ${key.text}`
  if (taken) throw fail('id_taken')
  return key.text
}
