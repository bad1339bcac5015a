import type { FastifyRequest } from 'fastify'
import { type Route, routes } from '../../contract/routes.ts'
import type { BoardHandlers } from '../app.ts'
import { MuchToEvict } from '../bin/room.ts'
import type { AgentAnswer, Agents } from '../http/agents.ts'
import { type BoardCall, type BoardName, isBounded, type Sizes, type Weight, weigh } from './bounded.ts'
import { FairQueue } from './fair-queue.ts'
import type { Pool } from './pool.ts'

type Handle = (call: BoardCall, request?: FastifyRequest) => Promise<unknown>

/**
 * The same handlers, except that a worker does what may take long. What takes some milliseconds is done here, on a part of the
 * connections to the database.
 */
export function withPool(
  handlers: BoardHandlers,
  sizeOf: Sizes,
  pool: Pool,
  connections: number,
): BoardHandlers {
  const places = Math.ceil(connections / 4)
  // A write may have to wait for one of a worker, and no read has to.
  const [reads, writes] = [new FairQueue(places), new FairQueue(places)]
  const wrapped = (Object.keys(handlers) as BoardName[]).map((name) => {
    const here = handlers[name] as unknown as Handle
    const isWrite = (routes[name] as Route).write === true
    const queue = isWrite ? writes : reads
    const inPool = async (call: BoardCall, weight: Weight, request?: FastifyRequest) => {
      const { bytes, ...body } = call.body ?? {}
      const socket = request?.raw.socket
      const done = await pool.carryOut({
        job: { kind: 'call', name, call: bytes ? { ...call, body } : call },
        bytes,
        isWrite,
        weight,
        isGone: () => socket?.destroyed ?? false,
      })
      return isWrite ? done : done.content
    }
    const handle: Handle = async (call, request) => {
      const { ownerId, body } = call
      const weight = isBounded(name, call) ? 'tiny' : weigh(await sizeOf(ownerId), name, body?.bytes?.length)
      try {
        if (weight === 'tiny') return await here(call)
        if (weight === 'small') return await queue.carryOut(ownerId, () => here(call))
      } catch (error) {
        if (!(error instanceof MuchToEvict)) throw error
      }
      return await inPool(call, weight, request)
    }
    return [name, handle]
  })
  return Object.fromEntries(wrapped)
}

/** What agents ask for is made of everything that an account has. */
export function agentsIn(pool: Pool, sizeOf: Sizes): Agents {
  return {
    async answer({ body, ...request }, isGone) {
      const weight = weigh(await sizeOf(request.caller.ownerId))
      const done = await pool.carryOut({
        job: { kind: 'agent', request },
        bytes: body,
        // It asks for the right to write when it does.
        isWrite: false,
        weight,
        isGone,
      })
      return done.content as AgentAnswer
    },
  }
}
