/**
 * Decides where a request is worked on: in the server if that takes some milliseconds at most, else in a worker
 * (pool.ts).
 */
import type { FastifyRequest } from 'fastify'
import { type Route, routes } from '../../contract/routes.ts'
import type { BoardHandlers } from '../app.ts'
import { readCalendar, seqOfCalendar } from '../calendar/calendar.ts'
import { fail } from '../common/problems.ts'
import type { Database, Size } from '../db/database.ts'
import { KeyedMutex } from '../db/keyed-mutex.ts'
import type { AgentAnswer, Agents, ScopeTooNarrow } from '../http/agents.ts'
import type { RawBody } from '../http/body.ts'
import type { Calendars } from '../http/calendars.ts'
import type { ReadyBody } from '../http/compression.ts'
import type { Pool } from './pool.ts'

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

/** The size of an account's boards and bin, and the number of its tombstones. */
interface AccountSize extends Size {
  tombstones: number
}

/** Work on so much takes no longer than a bounded endpoint does. */
const tiny = { cards: 100, bytes: 100_000, file: 0 }
/** Work on so much takes some milliseconds. On more, a worker does it. */
const small = { cards: 1000, bytes: 1_000_000, file: 4096 }

const isWithin = (most: typeof small, { cards, bytes }: Size, file: number) =>
  cards <= most.cards && bytes <= most.bytes && file <= most.file

export type Sizes = (ownerId: string) => Promise<AccountSize>

export const createSizes =
  (db: Database): Sizes =>
  async (ownerId) =>
    (await db.get<AccountSize>`select cards, bytes, tombstones from counters where owner_id = ${ownerId}`) ?? {
      cards: 0,
      bytes: 0,
      tombstones: 0,
    }

/** In milliseconds. */
const longestPause = 50

export type Reads = ReturnType<typeof createReads>

/**
 * Runs reads of some milliseconds in the server, one of an account at a time, unless its client has gone. A slot
 * then pauses for as long as the read took, which leaves time for shorter work. Writes need no such queue: they
 * share commits, and the database serves their accounts in turn.
 */
export function createReads(slots: number) {
  const accounts = new KeyedMutex()
  const waiting: (() => void)[] = []
  let free = slots

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else free++
  }

  async function inSlot<Result>(work: () => Promise<Result>, isGone: () => boolean): Promise<Result> {
    if (free > 0) free--
    else await new Promise<void>((begin) => waiting.push(begin))
    const begun = performance.now()
    try {
      if (isGone()) throw fail('unavailable')
      return await work()
    } finally {
      setTimeout(leave, Math.min(performance.now() - begun, longestPause)).unref()
    }
  }

  return <Result>(account: string, work: () => Promise<Result>, isGone = () => false): Promise<Result> =>
    accounts.take(account, () => inSlot(work, isGone))
}

interface Parts {
  pool: Pool
  sizeOf: Sizes
  reads: Reads
}

type Handle = (call: BoardCall, request?: FastifyRequest) => Promise<unknown>

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
  return async (call, request) => {
    const { ownerId, body: { bytes, ...body } = {} } = call
    const isGone = () => request?.raw.socket.destroyed ?? false
    const size = await sizeOf(ownerId)
    const file = bytes?.length ?? 0
    if (isWithin(small, size, file)) {
      // A page of changes may consist of tombstones alone.
      const isTiny = isWithin(tiny, size, file) && (name !== 'changes' || size.tombstones <= small.cards)
      return writes || isTiny ? await here(call) : await reads(ownerId, () => here(call), isGone)
    }
    const done = await pool.run({
      job: { kind: 'call', name, call: bytes ? { ...call, body } : call },
      bytes,
      isWrite: writes,
      isSmall: false,
      isGone,
    })
    return writes ? done : done.content
  }
}

/** An agent's request may involve everything in an account. */
export function agentsIn({ pool, sizeOf }: Parts): Agents {
  return {
    async answer({ body, ...request }, isGone) {
      const done = await pool.run({
        job: { kind: 'agent', request },
        bytes: body,
        // The job requests the write lease when it needs it.
        isWrite: false,
        isSmall: isWithin(small, await sizeOf(request.caller.ownerId), 0),
        isGone,
      })
      return done.content as AgentAnswer | ScopeTooNarrow
    },
  }
}

export function calendarsIn({ pool, sizeOf, reads }: Parts, db: Database, appUrl: string): Calendars {
  return {
    seqOf: (ownerId) => seqOfCalendar(db, ownerId),
    async read(ownerId, isGone) {
      if (isWithin(small, await sizeOf(ownerId), 0)) {
        const { seq, parts } = await reads(ownerId, () => readCalendar(db, ownerId, appUrl), isGone)
        return { seq, body: parts.join('') }
      }
      const job = { kind: 'calendar', ownerId } as const
      const done = await pool.run({ job, isWrite: false, isSmall: false, isGone })
      return { seq: done.seq, body: done.content as ReadyBody }
    },
  }
}
