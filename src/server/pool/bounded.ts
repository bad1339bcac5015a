import { type Route, routes } from '../../contract/routes.ts'
import type { BoardHandlers } from '../app.ts'
import { seconds } from '../clock.ts'
import type { Database, Size } from '../db/database.ts'
import type { Heavy } from '../http/lines.ts'
import type { RawBody } from '../http/long-body.ts'

export type BoardName = keyof BoardHandlers

export interface BoardCall {
  ownerId: string
  body?: { position?: number; bytes?: RawBody }
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

/** What an account has, and a file of so many bytes. */
interface Bound extends Size {
  file: number
}

const bounds = {
  /** Whatever is done with it takes no longer than what is bounded. */
  tiny: { cards: 100, bytes: 100_000, file: 0 },
  /** It takes some milliseconds. */
  small: { cards: 1000, bytes: 1_000_000, file: 4096 },
  /** What has more takes the memory that only one job at a time may have. */
  medium: { cards: 2500, bytes: 2_000_000, file: 1_000_000 },
} satisfies Record<string, Bound>

export type Weight = keyof typeof bounds | 'large'

export function weigh({ cards, bytes, tombstones }: Extent, name?: BoardName, file = 0): Weight {
  const isWithin = (most: Bound) => cards <= most.cards && bytes <= most.bytes && file <= most.file
  // A page of changes may be made of them, and of nothing else.
  if (name === 'changes' && tombstones > bounds.small.cards && isWithin(bounds.small)) return 'small'
  return (['tiny', 'small', 'medium'] as const).find((weight) => isWithin(bounds[weight])) ?? 'large'
}

/** For how long the size of an account is believed, if another instance changes it; and of how many it is remembered. */
const believedFor = 1 * seconds
const mostRemembered = 10_000

/** How much an account has, on its boards and in its bin, and how much of what it had is still told of. */
export interface Extent extends Size {
  tombstones: number
}

export type Sizes = (ownerId: string) => Promise<Extent>

const nothing: Extent = { cards: 0, bytes: 0, tombstones: 0 }

export function createSizes(db: Database): Sizes {
  const known = new Map<string, { size: Extent; until: number }>()
  db.onChange((ownerId) => known.delete(ownerId))

  return async (ownerId) => {
    const now = performance.now()
    const before = known.get(ownerId)
    if (before && before.until > now) return before.size
    const size =
      (await db.get<Extent>`select cards, bytes, tombstones from counters where owner_id = ${ownerId}`) ??
      nothing
    if (known.size >= mostRemembered) known.clear()
    known.set(ownerId, { size, until: now + believedFor })
    return size
  }
}
