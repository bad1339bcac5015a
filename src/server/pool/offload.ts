/**
 * Decides where a request is worked on: in the server if that takes some milliseconds at most, else in a worker
 * (pool.ts).
 */
import { type Route, routes } from '../../contract/routes.ts'
import type { BoardHandlers } from '../app.ts'
import { readCalendar, seqOfCalendar } from '../calendar/calendar.ts'
import type { Size as Amount, Database } from '../db/database.ts'
import type { AgentAnswer, Agents } from '../http/agents.ts'
import type { RawBody } from '../http/body.ts'
import type { Calendars } from '../http/calendars.ts'
import type { Pool } from './pool.ts'
import type { Shared } from './shared.ts'

export type BoardName = keyof BoardHandlers

export interface BoardCall {
  ownerId: string
  isMinimal?: boolean
  body?: { position?: number; bytes?: RawBody }
}

/** Endpoints that take a few milliseconds at most, whatever the size of the account. */
const bounded: ReadonlySet<string> = new Set<BoardName>([
  'addProject',
  'listStatuses',
  'addProjectCard',
  'addInboxCard',
  'readCard',
  'editCard',
])

/** Endpoints that take longer the more there is. */
export function offloadedEndpoints(names: readonly BoardName[]) {
  const growing = names.filter((name) => !bounded.has(name))
  return {
    reads: growing.filter((name) => !isWrite(name)),
    writes: [...growing.filter(isWrite), 'batch' as const],
  }
}

const isWrite = (name: BoardName) => (routes[name] as Route).write === true

/** Reading an account of this size takes no longer than a bounded endpoint does. */
const tiny = { cards: 100, bytes: 100_000 }
/** Work on an account of this size, or on a file of so many bytes, takes some milliseconds. */
const small = { cards: 1000, bytes: 1_000_000, file: 4096 }

const fits = ({ cards, bytes }: Amount, most: Amount) => cards <= most.cards && bytes <= most.bytes

export type Size = 'tiny' | 'small' | 'large'
export type SizeOf = (ownerId: string) => Promise<Size>

export const createSizeOf =
  (db: Database): SizeOf =>
  async (ownerId) => {
    const size = await db.get<Amount>`select cards, bytes from counters where owner_id = ${ownerId}`
    if (!size || fits(size, tiny)) return 'tiny'
    return fits(size, small) ? 'small' : 'large'
  }

interface Parts {
  pool: Pool
  sizeOf: SizeOf
  /**
   * For reads of some milliseconds in the server. Writes need no such queue: they share commits, and the database
   * serves their accounts in turn.
   */
  reads: Pick<Shared<number>, 'use'>
}

type Handle = (call: BoardCall) => Promise<unknown>

/** The handlers, with those that may take long wrapped. Bounded ones stay as they are. */
export function offloading(handlers: BoardHandlers, parts: Parts): BoardHandlers {
  const wrapped = (Object.keys(handlers) as BoardName[]).flatMap((name): [string, Handle][] => {
    const here = handlers[name] as Handle
    const bySize = placedBySize(name, here, parts)
    if (!bounded.has(name)) return [[name, bySize]]
    if (!name.startsWith('add')) return []
    // A new card shifts others, unless it is added at the end of its column.
    return [[name, (call) => (call.body?.position === undefined ? here(call) : bySize(call))]]
  })
  return { ...handlers, ...Object.fromEntries(wrapped) }
}

function placedBySize(name: BoardName, here: Handle, { pool, sizeOf, reads }: Parts): Handle {
  const writes = isWrite(name)
  return async (call) => {
    const { ownerId, body: { bytes, ...body } = {} } = call
    const size = (bytes?.length ?? 0) <= small.file ? await sizeOf(ownerId) : 'large'
    if (size === 'small' && !writes) return await reads.use(() => here(call))
    if (size !== 'large') return await here(call)
    return await pool.run({
      job: { kind: 'call', name, call: bytes ? { ...call, body } : call },
      bytes,
      isWrite: writes,
    })
  }
}

/** An agent's request may involve everything in an account. */
export const agentsIn =
  ({ pool, sizeOf }: Parts): Agents =>
  async ({ body, ...request }) =>
    (await pool.run({
      job: { kind: 'agent', request },
      bytes: body,
      isSmall: (await sizeOf(request.caller.ownerId)) !== 'large',
    })) as AgentAnswer

export const calendarsIn = ({ pool, sizeOf, reads }: Parts, db: Database, appUrl: string): Calendars => ({
  seqOf: (ownerId) => seqOfCalendar(db, ownerId),
  async read(ownerId) {
    if ((await sizeOf(ownerId)) !== 'large') return await reads.use(() => readCalendar(db, ownerId, appUrl))
    return (await pool.run({ job: { kind: 'calendar', ownerId } })) as Awaited<ReturnType<Calendars['read']>>
  },
})
