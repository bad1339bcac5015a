import { fail } from '../common/problems.ts'
import type { BoardWorld } from '../common/world.ts'
import { resize } from '../db/counters.ts'
import type { Change, Size } from '../db/database.ts'

/** The most text that an account may have, in bytes of UTF-8. */
const maxBytes = ({ config }: Pick<BoardWorld, 'config'>) => config.maxText || Number.MAX_SAFE_INTEGER

/** Counts what a change adds, if that wasn't known when it began. Throws if it exceeds a limit. */
export async function grow(world: BoardWorld, change: Change, growth: Size): Promise<void> {
  if (growth.cards === 0 && growth.bytes === 0) return
  await requireWithinLimits(world, change, growth, await resize(change, growth))
}

/** The most open cards that one token with the scope `capture` may have added, or half of the account's. */
const maxCapturedCards = 1000

/** Throws if a token with the scope `capture` would have added more than its share of the account. */
export async function requireShare(world: BoardWorld, change: Change, token: string, bytes: number) {
  const most = Math.min(maxCapturedCards, Math.ceil(world.config.maxCards / 2) || maxCapturedCards)
  // The condition is that of the index.
  const captured = await change.get<Size>`
    select count(*) as cards, coalesce(sum(octet_length(text)), 0) as bytes from cards
    where owner_id = ${change.ownerId} and captured_by = ${token} and (complete = 0 or updated_at = created_at)`
  if ((captured?.cards ?? 0) >= most)
    throw fail('card_limit_reached', {
      detail: `This API token may have ${most.toLocaleString('en')} open cards, and has added as many. Complete or delete some of them first.`,
    })
  if ((captured?.bytes ?? 0) + bytes > maxBytes(world) / 4)
    throw fail('storage_limit_reached', {
      detail:
        'The open cards that this API token adds may take up a quarter of the account’s storage, and this one exceeds it. Complete or delete some of them first.',
    })
}

/**
 * Throws if a change makes an account exceed its limits. The oldest items in the bin are evicted first, as
 * many as necessary, but none at all if evicting all of them would not be enough, or if `keepsBin` is set.
 */
export async function requireWithinLimits(
  world: BoardWorld,
  change: Change,
  growth: Size,
  size: Size,
  keepsBin = false,
): Promise<void> {
  const { maxCards } = world.config
  // Only growth is refused: an account above its limit can still change what it has.
  const excess = {
    cards: growth.cards > 0 ? size.cards - (maxCards || Number.MAX_SAFE_INTEGER) : 0,
    bytes: growth.bytes > 0 ? size.bytes - maxBytes(world) : 0,
  }
  if (fits(excess)) return
  if (keepsBin)
    throw fail(excess.cards > 0 ? 'card_limit_reached' : 'storage_limit_reached', {
      detail:
        'The account is full. This API token may only add cards, so it removes nothing from the bin: empty the bin or delete something there first.',
    })
  const seq = await findOldest(change, excess)
  await countOut(
    change,
    await change.all<Gone>`
      delete from bin where owner_id = ${change.ownerId} and seq <= ${seq}
      returning kind, octet_length(text) as bytes`,
  )
}

const fits = ({ cards, bytes }: Size) => cards <= 0 && bytes <= 0

interface Deleted extends Gone {
  seq: number
}

/** The sequence number up to which the bin has to be emptied. Throws if emptying all of it is not enough. */
async function findOldest(change: Change, excess: Size): Promise<number> {
  // For one card, the first page is nearly always enough.
  for (let most = 20; ; most *= 25) {
    const rows = await change.all<Deleted>`
      select seq, kind, octet_length(text) as bytes from bin
      where owner_id = ${change.ownerId} order by seq limit ${most}`
    const seq = lastToGo(rows, excess)
    const isAll = rows.length < most
    if (seq === undefined && isAll) throw fail(missing(rows, excess))
    // Deleted items are evicted as a whole: a project with all its cards.
    if (seq !== undefined && (isAll || (rows.at(-1)?.seq ?? 0) > seq)) return seq
  }
}

function lastToGo(rows: readonly Deleted[], excess: Size): number | undefined {
  const left = { ...excess }
  for (const row of rows) {
    const { cards, bytes } = sizeOf([row])
    left.cards -= cards
    left.bytes -= bytes
    if (fits(left)) return row.seq
  }
  return undefined
}

const missing = (rows: readonly Deleted[], excess: Size) =>
  excess.cards > sizeOf(rows).cards ? 'card_limit_reached' : 'storage_limit_reached'

/** A row that was permanently removed from the bin. */
export interface Gone {
  kind: 'card' | 'project' | 'status'
  bytes: number
}

function sizeOf(rows: readonly Gone[]): Size {
  const counted = rows.filter(({ kind }) => kind !== 'status')
  return {
    cards: counted.filter(({ kind }) => kind === 'card').length,
    bytes: counted.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** Subtracts permanently deleted rows from the owner's counts. */
export async function countOut(change: Change, gone: readonly Gone[]): Promise<void> {
  const { cards, bytes } = sizeOf(gone)
  if (cards > 0 || bytes > 0) await resize(change, { cards: -cards, bytes: -bytes })
}
