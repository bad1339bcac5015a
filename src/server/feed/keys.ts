import { hash } from 'node:crypto'
import { days, iso } from '../clock.ts'
import { inBatches } from '../db/batches.ts'
import type { Change } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { fail, invalid } from '../problems.ts'
import type { BoardWorld } from '../world.ts'

/** How long a key is kept at least, if there are not too many. */
const keptFor = 30 * days
const mostKept = 100_000

/** An idempotency key, as a client gave it to a request. */
export interface Key {
  text: string
  /** What tells this request from others: its method, path and body. */
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

export const findKey = (change: Change, { text }: Key) =>
  change.get<{ request: string; created_id: string | null }>`
    select request, created_id from idempotency_keys where owner_id = ${change.ownerId} and key = ${text}`

export function recordKey(
  change: Change,
  { text, request }: Key,
  createdId: string | null,
  now: number,
): void {
  const { ownerId } = change
  change.send`
    insert into idempotency_keys (owner_id, key, number, request, created_id, created_at)
    select ${ownerId}, ${text}, coalesce(max(number), 0) + 1, ${request}, ${createdId}, ${iso(now)}
    from idempotency_keys where owner_id = ${ownerId}`
  // For each that is added two can go, so there are never too many.
  change.send`
    delete from idempotency_keys where owner_id = ${ownerId} and number in (
      select number from (
        select number, created_at from idempotency_keys where owner_id = ${ownerId} order by number limit 2
      ) as oldest
      where created_at < ${iso(now - keptFor)}
        or number <= (select max(number) from idempotency_keys where owner_id = ${ownerId}) - ${mostKept})`
}

/** Of accounts, in the order of their ids: few enough to look at each time. */
const accountsAtOnce = 500

/**
 * Removes the old keys of those who no longer use any: all others remove their own. No index finds them, which every write would pay for;
 * so it looks at some accounts, and the next time at those after them. Resolves to the last one, or to nothing after all of them.
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

/** The id of what a request creates: its key, if that is a UUID. Throws if the owner has, or had, something with it. */
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
