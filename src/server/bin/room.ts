import { resize } from '../db/counters.ts'
import type { Change, Size } from '../db/database.ts'
import { fail } from '../problems.ts'
import type { BoardWorld } from '../world.ts'

/** As the limit counts it. */
export const bytesOf = (text: string) => Buffer.byteLength(text)

/** How many bytes of text an account may have. */
export const mostBytes = ({ config }: Pick<BoardWorld, 'config'>) => config.maxText || Number.MAX_SAFE_INTEGER

/** Counts what a change adds, if that was not known when it began. Throws if there is no room for it. */
export async function grow(world: BoardWorld, change: Change, growth: Size): Promise<void> {
  if (growth.cards === 0 && growth.bytes === 0) return
  await requireRoom(world, change, growth, await resize(change, growth))
}

/**
 * Throws if an account has more than it may have, with what a change adds. But first the bin gives way: the oldest things
 * in it go, as many as it takes; and none if all of them would not be enough.
 */
export async function requireRoom(
  world: BoardWorld,
  change: Change,
  growth: Size,
  size: Size,
): Promise<void> {
  const { maxCards } = world.config
  // What does not grow is not refused, however much of it there is.
  const excess = {
    cards: growth.cards > 0 ? size.cards - (maxCards || Number.MAX_SAFE_INTEGER) : 0,
    bytes: growth.bytes > 0 ? size.bytes - mostBytes(world) : 0,
  }
  if (fits(excess)) return
  const seq = await findOldest(world, change, excess)
  await countOut(
    change,
    await change.all<Gone>`
      delete from bin where owner_id = ${change.ownerId} and seq <= ${seq}
      returning kind, octet_length(text) as bytes`,
  )
}

const fits = ({ cards, bytes }: Size) => cards <= 0 && bytes <= 0

/** In rows. For one card, the first few are nearly always enough. */
const pageSizes = [20, 500]
const everything = Number.MAX_SAFE_INTEGER

/** So many things have to go from the bin that others would have to wait: a worker is to do it. */
export class MuchToEvict extends Error {}

interface Deleted extends Gone {
  seq: number
}

/** Up to which number what was deleted has to go. Throws if nothing is enough. */
async function findOldest({ isPatient }: BoardWorld, change: Change, excess: Size): Promise<number> {
  for (const most of isPatient ? [...pageSizes, everything] : pageSizes) {
    const rows = await change.all<Deleted>`
      select seq, kind, octet_length(text) as bytes from bin
      where owner_id = ${change.ownerId} order by seq limit ${most}`
    const seq = lastToGo(rows, excess)
    const isAll = rows.length < most
    if (seq === undefined && isAll) throw fail(missing(rows, excess))
    // Things go whole: a project with all its cards.
    if (seq !== undefined && (isAll || (rows.at(-1)?.seq ?? 0) > seq)) return seq
  }
  throw new MuchToEvict()
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

/** A row that has left the bin for good. */
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

/** What has gone for good no longer counts. */
export async function countOut(change: Change, gone: readonly Gone[]): Promise<void> {
  const { cards, bytes } = sizeOf(gone)
  if (cards > 0 || bytes > 0) await resize(change, { cards: -cards, bytes: -bytes })
}
