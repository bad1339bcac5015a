import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLoopbackHost } from '../../contract/plain/loopback.ts'
import { longestBody } from '../../contract/values.ts'
import type { Caller } from '../common/caller.ts'
import type { Admission } from './admission.ts'
import { checkType, type RawBody, requireContent } from './body.ts'
import type { AnswerError } from './errors.ts'

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

export type Agents = (request: AgentRequest) => Promise<AgentAnswer>

interface Parts {
  admission: Admission
  answerAgent: Agents
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
  { admission, answerAgent, answerError, appUrl, challenge }: Parts,
): void {
  const isOurs = ourOrigin(appUrl)

  const serve = admission.serving({
    name: 'mcp',
    bodyLimit: longestBody,
    admit: admission.admitFor('any', ({ headers }) => checkType(headers, ['application/json'])),
    async work({ caller, headers, sent }, reply) {
      const body = sent ?? Buffer.of()
      requireContent(body)
      const answer = await answerAgent({ caller, headers: textsOf(headers), body })
      reply.code(answer.status).headers(answer.headers).header('cache-control', 'no-store')
      reply.send(answer.body.length > 0 ? answer.body : undefined)
    },
    answerError(reason, request, reply) {
      const challenged = challenge?.(reason, request)
      if (challenged) reply.header('www-authenticate', challenged)
      answerError(reason, request, reply)
    },
  })
  app.post('/mcp', {
    // Prevents DNS rebinding: a page that makes a browser take this server for its own.
    onRequest(request, reply, done) {
      if (isOurs(request.headers.origin)) serve.call(app, request, reply, done)
      else refuse(reply, 403, 'This origin is not allowed.')
    },
    handler: () => undefined,
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

function textsOf(headers: FastifyRequest['headers']): Record<string, string> {
  const named = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    ['accept', 'content-type'].includes(name) || name.startsWith('mcp-') ? [[name, String(value)]] : [],
  )
  return Object.fromEntries(named)
}
