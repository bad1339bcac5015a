import { type Route, routes } from '../../contract/routes.ts'
import type { BoardHandlers } from '../app.ts'
import { seconds } from '../clock.ts'
import type { Database, Size } from '../db/database.ts'
import type { Heavy } from '../http/lines.ts'

export type BoardName = keyof BoardHandlers

export interface BoardCall {
  ownerId: string
  body?: { position?: number; bytes?: Uint8Array }
}

/** What takes a few milliseconds at most, however much is in an account. Everything else takes the longer the more there is. */
const bounded: ReadonlySet<string> = new Set<BoardName>([
  'addProject',
  'listStatuses',
  'addProjectCard',
  'addInboxCard',
  'readCard',
  'editCard',
])

/** Anywhere but at the end of its column, a new card makes others move. */
export const isBounded = (name: BoardName, { body }: BoardCall) =>
  bounded.has(name) && body?.position === undefined

export function linesOf(names: readonly BoardName[]): Heavy {
  const growing = names.filter((name) => !bounded.has(name))
  const isWrite = (name: BoardName) => (routes[name] as Route).write === true
  return {
    reads: growing.filter((name) => !isWrite(name)),
    writes: [...growing.filter(isWrite), 'batch'],
  }
}

/** With so much, and a file of so many bytes, whatever is done takes a few milliseconds. */
const small = { cards: 1000, bytes: 1_000_000, file: 4096 }
/** One that has more than this takes the memory that only one job at a time may have. */
const medium = { cards: 2500, bytes: 2_000_000, file: 1_000_000 }

const isWithin = (most: Size, { cards, bytes }: Size) => cards <= most.cards && bytes <= most.bytes

export type Weight = 'small' | 'medium' | 'large'

export const weigh = (size: Size, file = 0): Weight =>
  isWithin(small, size) && file <= small.file
    ? 'small'
    : isWithin(medium, size) && file <= medium.file
      ? 'medium'
      : 'large'

/** For how long the size of an account is believed, if another instance changes it; and of how many it is remembered. */
const believedFor = 1 * seconds
const mostRemembered = 10_000

/** How much an account has, on its boards and in its bin. */
export type Sizes = (ownerId: string) => Promise<Size>

export function createSizes(db: Database): Sizes {
  const known = new Map<string, { size: Size; until: number }>()
  db.onChange((ownerId) => known.delete(ownerId))

  return async (ownerId) => {
    const now = performance.now()
    const before = known.get(ownerId)
    if (before && before.until > now) return before.size
    const size = await db.get<Size>`select cards, bytes from counters where owner_id = ${ownerId}`
    if (known.size >= mostRemembered) known.clear()
    known.set(ownerId, { size: size ?? { cards: 0, bytes: 0 }, until: now + believedFor })
    return size ?? { cards: 0, bytes: 0 }
  }
}
