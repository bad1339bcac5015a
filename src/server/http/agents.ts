import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '../../contract/access.ts'
import { isLoopbackHost } from '../../contract/plain/loopback.ts'
import { longestBody } from '../../contract/values.ts'
import type { Caller } from '../common/caller.ts'
import { fail } from '../common/problems.ts'
import type { Concurrency } from './admission/concurrency.ts'
import type { Gate } from './admission/gate.ts'
import { createInFlight } from './admission/in-flight.ts'
import type { AnswerError } from './answers/errors.ts'
import { requireType, takeFile } from './bodies/bodies.ts'
import type { RawBody } from './bodies/long-body.ts'

/** A message from an agent, in the Model Context Protocol. */
export interface AgentRequest<Body = RawBody> {
  caller: Caller
  headers: Record<string, string>
  body: Body
}

export interface AgentAnswer {
  status: number
  headers: Record<string, string>
  body: Uint8Array
}

/** The message calls a tool that the caller's scope does not allow. */
export interface ScopeTooNarrow {
  needs: Scope
  detail: string
}

export interface Agents {
  answer(request: AgentRequest, isGone: () => boolean): Promise<AgentAnswer | ScopeTooNarrow>
}

interface Parts {
  gate: Gate
  concurrency: Concurrency
  agents: Agents
  answerError: AnswerError
  appUrl: string
  /** The value of `WWW-Authenticate` with an error, if there is more to say than that a token is required. */
  challenge: ((error: unknown, request: FastifyRequest) => string | undefined) | undefined
}

/**
 * The endpoint for agents. The protocol prescribes its own statuses, so this is not an endpoint of the API.
 * Everything an agent does goes through those endpoints, under the same rules.
 */
export function serveAgents(
  app: FastifyInstance,
  { gate, concurrency, agents, answerError, appUrl, challenge }: Parts,
): void {
  const isOurs = ourOrigin(appUrl)
  const inFlight = createInFlight(gate)

  async function answerOurError(error: Error, request: FastifyRequest, reply: FastifyReply) {
    const reason = await gate.reasonFor(error, gate.callerOf(request).ownerId)
    const challenged = challenge?.(reason, request)
    if (challenged) reply.header('www-authenticate', challenged)
    answerError(reason, request, reply)
    return reply
  }

  app.post<{ Body: { bytes: RawBody } }>('/mcp', {
    bodyLimit: longestBody,
    onRequest: [
      // Prevents DNS rebinding: a page that makes a browser take this server for its own.
      (request, reply, done) => {
        if (isOurs(request.headers.origin)) done()
        else refuse(reply, 403, 'This origin is not allowed.')
      },
      gate.requireAccess('any'),
      requireType(['application/json']),
    ],
    preValidation: [concurrency.enter('mcp'), gate.requireCaller, takeFile],
    errorHandler: concurrency.answerErrors('mcp', answerOurError),
    handler: async (request, reply) => {
      const { socket } = request.raw
      const caller = gate.callerOf(request)
      const answer = await inFlight(caller, (isEnded) =>
        agents.answer(
          { caller, headers: textsOf(request), body: request.body.bytes },
          () => socket.destroyed || isEnded(),
        ),
      )
      if ('needs' in answer) {
        const refused = fail('scope_insufficient', { detail: answer.detail })
        refused.scope = answer.needs
        throw refused
      }
      reply.code(answer.status).headers(answer.headers).header('cache-control', 'no-store')
      concurrency.leaveWhenSent(request, reply.raw)
      return reply.send(answer.body.length > 0 ? answer.body : undefined)
    },
  })
  // There are no streams to open or sessions to end.
  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    exposeHeadRoute: false,
    handler: (_request, reply) => {
      reply.header('allow', 'POST')
      refuse(reply, 405, 'Agents connect here with POST: see docs/mcp.md.')
    },
  })
}

function refuse(reply: FastifyReply, status: number, message: string): void {
  reply
    .code(status)
    .type('application/json')
    .send(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }))
}

/** Only browsers send an Origin header. */
function ourOrigin(appUrl: string): (origin: string | undefined) => boolean {
  const { hostname } = new URL(appUrl)
  return (origin) => {
    if (origin === undefined) return true
    if (!URL.canParse(origin)) return false
    const other = new URL(origin).hostname
    return other === hostname || (isLoopbackHost(hostname) && isLoopbackHost(other))
  }
}

function textsOf({ headers }: FastifyRequest): Record<string, string> {
  const named = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    ['accept', 'content-type'].includes(name) || name.startsWith('mcp-') ? [[name, String(value)]] : [],
  )
  return Object.fromEntries(named)
}
