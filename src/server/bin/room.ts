import { BySeq } from '../db/by-seq.ts'
import { nothing, resize } from '../db/counters.ts'
import type { Change, Size } from '../db/database.ts'
import { list } from '../db/values.ts'
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
 * in it go, as many as it takes; and none if all of them would not be enough. If many have to go, it throws `BinTooFull`.
 */
export async function requireRoom(
  world: BoardWorld,
  change: Change,
  growth: Size,
  size: Size,
): Promise<void> {
  const excess = excessOf(world, growth, size)
  if (fits(excess)) return
  const known = inBins.find(world.db, change.ownerId)
  // What has gone since then only makes it less.
  if (known) refuseUnlessEnough(excess, sum(known.value, await sizeOfBin(change, known.seq)))
  const { rows, isEnough } = await findOldest(change, excess)
  if (isEnough) return await evict(change, rows)
  const all = await sizeOfBin(change)
  inBins.keep(world.db, change.ownerId, (await change.seq) - 1, all)
  refuseUnlessEnough(excess, all)
  throw new BinTooFull(growth)
}

/** More has to go from the bin than one change may remove: first `giveWay`, then the change again. */
export class BinTooFull extends Error {
  readonly growth: Size
  constructor(growth: Size) {
    super('the bin has to give way first')
    this.growth = growth
  }
}

/** Makes room in slices, so that nobody else has to wait for it. */
export async function giveWay(world: BoardWorld, ownerId: string, growth: Size): Promise<void> {
  const evictSome = () =>
    world.db.change(ownerId, async (change) => {
      const size = await resize(change, nothing)
      const excess = excessOf(world, growth, sum(size, growth))
      const { rows, isEnough } = await findOldest(change, excess)
      // The last of them are left to the change that needs the room: it decides whether it takes place.
      if (!isEnough && rows.length > 0) await evict(change, rows)
      else await change.giveBack()
      return !isEnough && rows.length > 0
    })
  while (await evictSome());
}

/** What does not grow is not refused, however much of it there is. */
const excessOf = (world: BoardWorld, growth: Size, size: Size): Size => ({
  cards: growth.cards > 0 ? size.cards - (world.config.maxCards || Number.MAX_SAFE_INTEGER) : 0,
  bytes: growth.bytes > 0 ? size.bytes - mostBytes(world) : 0,
})

const fits = ({ cards, bytes }: Size) => cards <= 0 && bytes <= 0

/** How much there was in bins that were asked for much: whoever is refused may ask again and again. */
const inBins = new BySeq<Size>()

const sum = (one: Size, other: Size): Size => ({
  cards: one.cards + other.cards,
  bytes: one.bytes + other.bytes,
})

function refuseUnlessEnough(excess: Size, inBin: Size): void {
  if (excess.cards > inBin.cards) throw fail('card_limit_reached')
  if (excess.bytes > inBin.bytes) throw fail('storage_limit_reached')
}

/** In rows, which take some milliseconds. One card needs few of them, most of the time. */
const usuallyEnough = 20
export const mostAtOnce = 500

export interface Deleted extends Gone {
  id: string
  item_id: string
}

interface Oldest {
  rows: Deleted[]
  isEnough: boolean
}

/** The oldest rows of the bin: no more than are needed, and whether they are enough. */
async function findOldest(change: Change, excess: Size, most = usuallyEnough): Promise<Oldest> {
  const left = { ...excess }
  const found = await change.all<Deleted>`
    select id, item_id, kind, octet_length(text) as bytes from bin
    where owner_id = ${change.ownerId} order by seq limit ${most}`
  const rows: Deleted[] = []
  for (const row of found) {
    if (fits(left)) break
    rows.push(row)
    const { cards, bytes } = sizeOf([row])
    left.cards -= cards
    left.bytes -= bytes
  }
  if (fits(left) || found.length < most || most === mostAtOnce) return { rows, isEnough: fits(left) }
  return await findOldest(change, excess, mostAtOnce)
}

/**
 * Of a project in the bin, its own row always goes. Without it nobody sees or restores the rest, which is the next to give
 * way, or goes when its time is over.
 */
export async function evict(change: Change, rows: readonly Deleted[]): Promise<void> {
  const ids = new Set(rows.flatMap(({ id, item_id }) => [id, item_id]))
  await countOut(
    change,
    await change.all<Gone>`
      delete from bin where owner_id = ${change.ownerId} and id in ${list([...ids])}
      returning kind, octet_length(text) as bytes`,
  )
}

/** Of what was deleted after a number. */
async function sizeOfBin(change: Change, after = Number.MIN_SAFE_INTEGER): Promise<Size> {
  const size = await change.get<Size>`
    select count(case when kind = 'card' then 1 end) as cards,
      coalesce(sum(case when kind = 'status' then 0 else octet_length(text) end), 0) as bytes
    from bin where owner_id = ${change.ownerId} and seq > ${after}`
  return { cards: size?.cards ?? 0, bytes: Number(size?.bytes ?? 0) }
}

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
