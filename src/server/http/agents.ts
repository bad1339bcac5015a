import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { longestBody } from '../../contract/values.ts'
import type { Caller } from '../caller.ts'
import { isLoopbackHost } from '../ip.ts'
import { requireType, takeFile } from './bodies.ts'
import type { Gate } from './gate.ts'
import type { Lines } from './lines.ts'
import type { RawBody } from './long-body.ts'

/** A message of an agent, by the Model Context Protocol. */
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

export interface Agents {
  answer(request: AgentRequest, isGone: () => boolean): Promise<AgentAnswer>
}

interface Parts {
  gate: Gate
  lines: Lines
  agents: Agents
  appUrl: string
}

/**
 * Where agents connect. The protocol asks for statuses of its own, so this is no endpoint of the API: what an agent does here
 * goes through those, and everything that holds for them holds for it.
 */
export function serveAgents(app: FastifyInstance, { gate, lines, agents, appUrl }: Parts): void {
  const isOurs = ourOrigin(appUrl)

  app.post<{ Body: { bytes: RawBody } }>('/mcp', {
    bodyLimit: longestBody,
    onRequest: [
      // A page that has tricked a browser into taking us for its own server.
      (request, reply, done) => {
        if (isOurs(request.headers.origin)) done()
        else refuse(reply, 403, 'This origin is not allowed.')
      },
      gate.requireAccess('any'),
      requireType(['application/json']),
    ],
    preValidation: [lines.enter('mcp'), gate.insistOnCaller, takeFile],
    errorHandler: lines.answerErrors('mcp', gate.answerError),
    handler: async (request, reply) => {
      const { socket } = request.raw
      const answer = await agents.answer(
        { caller: gate.callerOf(request), headers: textsOf(request), body: request.body.bytes },
        () => socket.destroyed,
      )
      reply.code(answer.status).headers(answer.headers).header('cache-control', 'no-store')
      lines.leaveWhenSent(request, reply.raw)
      return reply.send(answer.body.length > 0 ? answer.body : undefined)
    },
  })
  // There is no stream to open, and no session to end.
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

/** Programs send none. */
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
