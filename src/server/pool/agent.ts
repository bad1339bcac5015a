import { createClient } from '../../client/client.ts'
import type { Batch, BatchResult } from '../../contract/feed.ts'
import { methodAndPath, type Route, routes } from '../../contract/routes.ts'
import { hasAccess } from '../accounts/callers.ts'
import type { BoardHandlers } from '../app.ts'
import { type Caller, captureOf } from '../common/caller.ts'
import { fail } from '../common/problems.ts'
import { version } from '../common/version.ts'
import type { BoardWorld } from '../common/world.ts'
import { mayCall } from '../http/admission/gate.ts'
import type { AgentAnswer, AgentRequest } from '../http/agents.ts'
import { textOf } from '../http/answers/answers.ts'
import { problemOf } from '../http/answers/errors.ts'
import { resultOf, results } from '../http/batch.ts'
import { createCalls, type Operation } from '../http/calls.ts'
import type { Done } from '../writes/write.ts'
import type { BoardName } from './bounded.ts'

/** The protocol no longer has batches of messages. */
const isList = (body: Uint8Array) => /^\s*\[/.test(Buffer.from(body.subarray(0, 100)).toString('latin1'))

/** Undefined if it is no JSON, which the protocol answers in its own way. */
function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString())
  } catch {
    return undefined
  }
}

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

interface Parts {
  appUrl: string
  onError(error: unknown): void
  onLoaded(memory: number): void
}

/** Answers agents. Their tools are clients of the API, which is called here without a network. */
export function createAgents(
  world: BoardWorld,
  handlers: BoardHandlers,
  { appUrl, onError, onLoaded }: Parts,
) {
  const call = createCalls(handlers, Object.keys(handlers) as BoardName[])

  /** The API as one caller may use it. */
  function fetchFor(caller: Caller): typeof fetch {
    async function perform(operation: Operation): Promise<{ route: Route; given: unknown }> {
      // A tool can take long, and the caller's access may end in the meantime.
      if (!(await hasAccess(world, caller))) throw fail('unauthenticated')
      return await call(operation, caller.ownerId, {
        allows: (route) => mayCall(caller, route.access),
        capture: captureOf(caller),
      })
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

  /** Loaded on first use: it takes 35 MB and a tenth of a second. */
  async function load() {
    const before = process.memoryUsage.rss()
    const [{ createMcpHandler }, { createMcpServer, refusalOf }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('../../agents/server.ts'),
    ])
    onLoaded(Math.max(0, process.memoryUsage.rss() - before))
    return { createMcpHandler, createMcpServer, refusalOf }
  }
  let loading: ReturnType<typeof load> | undefined

  return async ({ caller, headers, body }: AgentRequest<Uint8Array>): Promise<AgentAnswer> => {
    if (isList(body)) return listRefused
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    const { createMcpHandler, createMcpServer, refusalOf } = await loading
    const scope = caller.apiToken?.scope ?? 'write'
    const detail = scope === 'write' ? undefined : refusalOf(parsed(body), scope)
    if (detail) throw fail('scope_insufficient', { detail })
    const client = createClient({ baseUrl: 'http://localhost', fetch: fetchFor(caller) })
    const handler = createMcpHandler(() =>
      createMcpServer({
        client,
        appUrl,
        version,
        hasBin: world.config.binDays > 0,
        scope: async () => scope,
        onError,
      }),
    )
    const response = await handler.fetch(
      new Request('http://localhost/mcp', { method: 'POST', headers, body: body as Uint8Array<ArrayBuffer> }),
    )
    // The lists never change, so a subscription is confirmed and ended at once.
    if (response.headers.get('content-type') === 'text/event-stream') await handler.close()
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: Object.fromEntries(response.headers), body: bytes }
  }
}
