import { createClient } from '../../client/client.ts'
import type { Batch, BatchResult } from '../../contract/feed.ts'
import { methodAndPath, type Route, routes } from '../../contract/routes.ts'
import { isStillIn } from '../accounts/callers.ts'
import type { BoardHandlers } from '../app.ts'
import type { Caller } from '../caller.ts'
import type { Done } from '../feed/write.ts'
import type { AgentAnswer, AgentRequest } from '../http/agents.ts'
import { textOf } from '../http/answers.ts'
import { resultOf, results } from '../http/batch.ts'
import { createCalls, type Operation } from '../http/calls.ts'
import { problemOf } from '../http/errors.ts'
import { mayCall } from '../http/gate.ts'
import { version } from '../http/version.ts'
import { fail } from '../problems.ts'
import type { BoardWorld } from '../world.ts'
import type { BoardName } from './bounded.ts'

/** Several messages at once are no part of the protocol any more. */
const isList = (body: Uint8Array) => /^\s*\[/.test(Buffer.from(body.subarray(0, 100)).toString('latin1'))

const listRefused: AgentAnswer = {
  status: 400,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(
    JSON.stringify({
      jsonrpc: '2.0',
      error: { code: -32600, message: 'Send one message at a time, not a list.' },
      id: null,
    }),
  ),
}

const [, batchPath] = methodAndPath('batch')

/** Answers agents. Their tools are clients of the API; here it is called without a network between them. */
export function createAgents(
  world: BoardWorld,
  handlers: BoardHandlers,
  { onError, onLoaded }: { onError(error: unknown): void; onLoaded(memory: number): void },
) {
  const call = createCalls(handlers, Object.keys(handlers) as BoardName[])

  /** The API, as one caller may use it. */
  function fetchFor(caller: Caller): typeof fetch {
    async function perform(operation: Operation): Promise<{ route: Route; given: unknown }> {
      // A tool takes its time, and what lets its caller in may end meanwhile.
      if (!(await isStillIn(world, caller))) throw fail('unauthenticated')
      return await call(operation, caller.ownerId, (route) => mayCall(caller, route.access))
    }
    const problemFor = (error: unknown) => problemOf(error, onError)

    async function resultFor(operation: Operation): Promise<BatchResult> {
      try {
        const { route, given } = await perform(operation)
        return resultOf(route, given as Done<unknown>)
      } catch (error) {
        const problem = problemFor(error)
        return { status: problem.status, body: problem }
      }
    }

    return async (url, { method = 'GET', headers, body } = {}) => {
      const { pathname, search } = new URL(String(url))
      const sent = body ? JSON.parse(String(body)) : undefined
      const given = new Headers(headers)
      const [match, key] = [given.get('if-match'), given.get('idempotency-key')]
      const operation = {
        method,
        path: pathname + search,
        body: sent,
        ...(match !== null && { if_match: match }),
        ...(key !== null && { idempotency_key: key }),
      }
      try {
        if (pathname === batchPath) {
          if (!mayCall(caller, routes.batch.access)) throw fail('scope_insufficient')
          const { operations } = sent as Batch
          const parts = await Array.fromAsync(results(operations.map((one) => () => resultFor(one))))
          return new Response(parts.join(''))
        }
        const { route, given } = await perform(operation)
        const content = route.write ? (given as Done<unknown>).content : given
        return new Response(textOf(route)(content), { status: route.status })
      } catch (error) {
        const problem = problemFor(error)
        return new Response(JSON.stringify(problem), { status: problem.status })
      }
    }
  }

  /** They take 35 MB and a tenth of a second, which nobody pays for who has no agent. */
  async function load() {
    const before = process.memoryUsage.rss()
    const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('../../mcp/server.ts'),
    ])
    onLoaded(Math.max(0, process.memoryUsage.rss() - before))
    return { createMcpHandler, createMcpServer }
  }
  let loading: ReturnType<typeof load> | undefined

  return async ({ caller, headers, body }: AgentRequest<Uint8Array>): Promise<AgentAnswer> => {
    if (isList(body)) return listRefused
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    const { createMcpHandler, createMcpServer } = await loading
    const client = createClient({ baseUrl: 'http://localhost', fetch: fetchFor(caller) })
    const handler = createMcpHandler(() =>
      createMcpServer({
        client,
        version,
        hasBin: world.config.binDays > 0,
        scope: async () => caller.apiToken?.scope ?? 'write',
        onError,
      }),
    )
    const response = await handler.fetch(
      new Request('http://localhost/mcp', { method: 'POST', headers, body: body as Uint8Array<ArrayBuffer> }),
    )
    // What there is to list never changes. Whoever subscribes to that is told that they have, and that it is over.
    if (response.headers.get('content-type') === 'text/event-stream') await handler.close()
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: Object.fromEntries(response.headers), body: bytes }
  }
}
