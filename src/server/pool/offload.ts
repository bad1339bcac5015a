/**
 * Decides where a request is worked on: in the server if that takes some milliseconds at most, else in a worker
 * (pool.ts).
 */
import { type Route, routes } from '../../contract/routes.ts'
import type { BoardHandlers } from '../app.ts'
import { readCalendar, seqOfCalendar } from '../calendar/calendar.ts'
import type { Database, Size } from '../db/database.ts'
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

/** Work on an account of this size, or on a file of so many bytes, takes some milliseconds. */
const small = { cards: 1000, bytes: 1_000_000, file: 4096 }

export type IsSmall = (ownerId: string) => Promise<boolean>

export const createIsSmall =
  (db: Database): IsSmall =>
  async (ownerId) => {
    const size = await db.get<Size>`select cards, bytes from counters where owner_id = ${ownerId}`
    return !size || (size.cards <= small.cards && size.bytes <= small.bytes)
  }

interface Parts {
  pool: Pool
  isSmall: IsSmall
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

function placedBySize(name: BoardName, here: Handle, { pool, isSmall, reads }: Parts): Handle {
  const writes = isWrite(name)
  return async (call) => {
    const { ownerId, body: { bytes, ...body } = {} } = call
    if ((bytes?.length ?? 0) <= small.file && (await isSmall(ownerId)))
      return writes ? await here(call) : await reads.use(() => here(call))
    return await pool.run({
      job: { kind: 'call', name, call: bytes ? { ...call, body } : call },
      bytes,
      isWrite: writes,
    })
  }
}

/** An agent's request may involve everything in an account. */
export const agentsIn =
  ({ pool, isSmall }: Parts): Agents =>
  async ({ body, ...request }) =>
    (await pool.run({
      job: { kind: 'agent', request },
      bytes: body,
      isSmall: await isSmall(request.caller.ownerId),
    })) as AgentAnswer

export const calendarsIn = ({ pool, isSmall, reads }: Parts, db: Database, appUrl: string): Calendars => ({
  seqOf: (ownerId) => seqOfCalendar(db, ownerId),
  async read(ownerId) {
    if (await isSmall(ownerId)) return await reads.use(() => readCalendar(db, ownerId, appUrl))
    return (await pool.run({ job: { kind: 'calendar', ownerId } })) as Awaited<ReturnType<Calendars['read']>>
  },
})
