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
  const seq = await findOldest(change, excess)
  await countOut(
    change,
    await change.all<Gone>`
      delete from bin where owner_id = ${change.ownerId} and seq <= ${seq}
      returning kind, octet_length(text) as bytes`,
  )
}

const fits = ({ cards, bytes }: Size) => cards <= 0 && bytes <= 0

const pageSize = 100

/** Up to which number what was deleted has to go. Throws if nothing is enough. */
async function findOldest(change: Change, { cards, bytes }: Size): Promise<number> {
  const excess = { cards, bytes }
  let page: (Size & { seq: number })[]
  let last = 0
  do {
    page = await change.all<Size & { seq: number }>`
      select seq, sum(case when kind = 'card' then 1 else 0 end) as cards,
        sum(case when kind = 'status' then 0 else octet_length(text) end) as bytes
      from bin where owner_id = ${change.ownerId} and seq > ${last} group by seq order by seq limit ${pageSize}`
    for (const item of page) {
      last = item.seq
      excess.cards -= item.cards
      excess.bytes -= item.bytes
      if (fits(excess)) return last
    }
  } while (page.length === pageSize)
  throw fail(excess.cards > 0 ? 'card_limit_reached' : 'storage_limit_reached')
}

/** A row that has left the bin for good. */
export interface Gone {
  kind: 'card' | 'project' | 'status'
  bytes: number
}

/** What has gone for good no longer counts. */
export async function countOut(change: Change, gone: readonly Gone[]): Promise<void> {
  const counted = gone.filter(({ kind }) => kind !== 'status')
  if (counted.length === 0) return
  await resize(change, {
    cards: -counted.filter(({ kind }) => kind === 'card').length,
    bytes: -counted.reduce((sum, { bytes }) => sum + bytes, 0),
  })
}
