import type { FastifyRequest } from 'fastify'
import { type Route, routes } from '../../contract/routes.ts'
import type { BoardHandlers } from '../app.ts'
import { MuchToEvict } from '../bin/room.ts'
import type { AgentAnswer, Agents } from '../http/agents.ts'
import { type BoardCall, type BoardName, isBounded, type Sizes, weigh } from './bounded.ts'
import { OneByOne } from './one-by-one.ts'
import type { Pool } from './pool.ts'

type Handle = (call: BoardCall, request?: FastifyRequest) => Promise<unknown>

/** The same handlers, except that a worker does what may take long. */
export function withPool(handlers: BoardHandlers, sizeOf: Sizes, pool: Pool): BoardHandlers {
  const oneByOne = new OneByOne()
  const wrapped = (Object.keys(handlers) as BoardName[]).map((name) => {
    const here = handlers[name] as unknown as Handle
    const isWrite = (routes[name] as Route).write === true
    const handle: Handle = async (call, request) => {
      const { bytes, ...body } = call.body ?? {}
      const weight = isBounded(name, call) ? 'small' : weigh(await sizeOf(call.ownerId), bytes?.length)
      if (weight === 'small') {
        if (!isBounded(name, call)) await oneByOne.turn()
        try {
          return await here(call)
        } catch (error) {
          if (!(error instanceof MuchToEvict)) throw error
        }
      }
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
