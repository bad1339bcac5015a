import type { FastifyRequest } from 'fastify'
import { type Route, routes } from '../../contract/routes.ts'
import type { BoardHandlers } from '../app.ts'
import { readCalendar, seqOfCalendar } from '../calendar/calendar.ts'
import type { Database } from '../db/database.ts'
import type { AgentAnswer, Agents, ScopeTooNarrow } from '../http/agents.ts'
import type { ReadyBody } from '../http/answers/answers.ts'
import type { Calendars } from '../http/calendars.ts'
import { MuchToEvict } from '../writes/limits.ts'
import { type BoardCall, type BoardName, isBounded, type Sizes, type Weight, weigh } from './bounded.ts'
import type { Pool } from './pool.ts'
import type { Reads } from './reads.ts'

type Handle = (call: BoardCall, request?: FastifyRequest) => Promise<unknown>

/** Wraps the handlers so that a worker does what may take long. */
export function withPool(handlers: BoardHandlers, sizeOf: Sizes, pool: Pool, reads: Reads): BoardHandlers {
  const wrapped = (Object.keys(handlers) as BoardName[]).map((name) => {
    const here = handlers[name] as Handle
    const isWrite = (routes[name] as Route).write === true
    const inPool = async (call: BoardCall, weight: Weight, isGone: () => boolean) => {
      const { bytes, ...body } = call.body ?? {}
      const done = await pool.run({
        job: { kind: 'call', name, call: bytes ? { ...call, body } : call },
        bytes,
        isWrite,
        weight,
        isGone,
      })
      return isWrite ? done : done.content
    }
    const handle: Handle = async (call, request) => {
      const { ownerId, body } = call
      const isGone = () => request?.raw.socket.destroyed ?? false
      const weight = isBounded(name, call) ? 'tiny' : weigh(await sizeOf(ownerId), name, body?.bytes?.length)
      try {
        if (weight === 'tiny' || (weight === 'small' && isWrite)) return await here(call)
        if (weight === 'small') return await reads(ownerId, () => here(call), isGone)
      } catch (error) {
        if (!(error instanceof MuchToEvict)) throw error
      }
      return await inPool(call, weight, isGone)
    }
    return [name, handle]
  })
  return Object.fromEntries(wrapped)
}

/** An agent's request may involve everything in an account. */
export function agentsIn(pool: Pool, sizeOf: Sizes): Agents {
  return {
    async answer({ body, ...request }, isGone) {
      const weight = weigh(await sizeOf(request.caller.ownerId))
      const done = await pool.run({
        job: { kind: 'agent', request },
        bytes: body,
        // The job requests the write lease when it needs it.
        isWrite: false,
        weight,
        isGone,
      })
      return done.content as AgentAnswer | ScopeTooNarrow
    },
  }
}

export function calendarsIn(
  pool: Pool,
  sizeOf: Sizes,
  reads: Reads,
  db: Database,
  appUrl: string,
): Calendars {
  return {
    seqOf: (ownerId) => seqOfCalendar(db, ownerId),
    async read(ownerId, isGone) {
      const weight = weigh(await sizeOf(ownerId))
      if (weight === 'tiny' || weight === 'small') {
        const { seq, parts } = await reads(ownerId, () => readCalendar(db, ownerId, appUrl), isGone)
        return { seq, body: parts.join('') }
      }
      const done = await pool.run({
        job: { kind: 'calendar', ownerId },
        isWrite: false,
        weight,
        isGone,
      })
      return { seq: done.seq, body: done.content as ReadyBody }
    },
  }
}
