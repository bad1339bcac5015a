import { type Route, routes } from '../../contract/routes.ts'
import type { BoardHandlers } from '../app.ts'
import { seconds } from '../common/clock.ts'
import type { Database, Size } from '../db/database.ts'
import type { Offloaded } from '../http/admission/concurrency.ts'
import type { RawBody } from '../http/bodies/long-body.ts'

export type BoardName = keyof BoardHandlers

export interface BoardCall {
  ownerId: string
  isMinimal?: boolean
  body?: { position?: number; bytes?: RawBody }
}

/**
 * Endpoints that take a few milliseconds at most, whatever the size of the account. All others take longer
 * the more there is.
 */
const bounded: ReadonlySet<string> = new Set<BoardName>([
  'addProject',
  'listStatuses',
  'addProjectCard',
  'addInboxCard',
  'readCard',
  'editCard',
])

/** A new card shifts others, unless it is added at the end of its column. */
export const isBounded = (name: BoardName, { body }: BoardCall) =>
  bounded.has(name) && body?.position === undefined

export function offloadedEndpoints(names: readonly BoardName[]): Offloaded {
  const growing = names.filter((name) => !bounded.has(name))
  const isWrite = (name: BoardName) => (routes[name] as Route).write === true
  return {
    reads: growing.filter((name) => !isWrite(name)),
    writes: [...growing.filter(isWrite), 'batch'],
  }
}

/** The size of an account, and of a file in bytes. */
interface Bound extends Size {
  file: number
}

const bounds = {
  /** Takes no longer than the bounded endpoints do. */
  tiny: { cards: 100, bytes: 100_000, file: 0 },
  /** Takes some milliseconds. */
  small: { cards: 1000, bytes: 1_000_000, file: 4096 },
  /** Anything above takes memory that only one job at a time may use. */
  medium: { cards: 2500, bytes: 2_000_000, file: 1_000_000 },
} satisfies Record<string, Bound>

export type Weight = keyof typeof bounds | 'large'

export function weigh({ cards, bytes, tombstones }: AccountSize, name?: BoardName, file = 0): Weight {
  const isWithin = (most: Bound) => cards <= most.cards && bytes <= most.bytes && file <= most.file
  // A page of changes may consist of tombstones alone.
  if (name === 'changes' && tombstones > bounds.small.cards && isWithin(bounds.small)) return 'small'
  return (['tiny', 'small', 'medium'] as const).find((weight) => isWithin(bounds[weight])) ?? 'large'
}

/** How long a cached size is trusted, in case another instance changes it, and how many are cached. */
const believedFor = 1 * seconds
const mostRemembered = 10_000

/** The size of an account's boards and bin, and the number of its tombstones. */
interface AccountSize extends Size {
  tombstones: number
}

export type Sizes = (ownerId: string) => Promise<AccountSize>

const nothing: AccountSize = { cards: 0, bytes: 0, tombstones: 0 }

export function createSizes(db: Database): Sizes {
  const known = new Map<string, { size: AccountSize; until: number }>()
  db.onChange((ownerId) => known.delete(ownerId))

  return async (ownerId) => {
    const now = performance.now()
    const before = known.get(ownerId)
    if (before && before.until > now) return before.size
    const size =
      (await db.get<AccountSize>`select cards, bytes, tombstones from counters where owner_id = ${ownerId}`) ??
      nothing
    if (known.size >= mostRemembered) known.clear()
    known.set(ownerId, { size, until: now + believedFor })
    return size
  }
}
