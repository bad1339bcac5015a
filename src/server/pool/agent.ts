import type { Endpoints } from '../../agents/account.ts'
import { type CallOptions, requestFor } from '../../client/client.ts'
import { ProblemError as RefusedError } from '../../client/failures.ts'
import type { Batch, BatchResult } from '../../contract/feed.ts'
import { paths } from '../../contract/plain/paths.ts'
import { isRevised, type Route, routes } from '../../contract/routes.ts'
import { hasAccess } from '../accounts/callers.ts'
import type { BoardHandlers } from '../app.ts'
import type { Caller } from '../common/caller.ts'
import { fail } from '../common/problems.ts'
import { version } from '../common/version.ts'
import type { BoardWorld } from '../common/world.ts'
import type { Reader } from '../db/database.ts'
import { mayCall } from '../http/admission.ts'
import type { AgentAnswer, AgentRequest, ScopeTooNarrow } from '../http/agents.ts'
import { inEnvelope } from '../http/answers.ts'
import { createCalls, type Operation } from '../http/batch.ts'
import { problemOf } from '../http/errors.ts'
import type { Done } from '../writes/write.ts'
import { accountOf } from './account.ts'
import type { BoardName } from './offload.ts'

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

interface Parts {
  appUrl: string
  onError(error: unknown): void
}

/** Endpoints that the tools call one at a time; they also send batches. */
const called = [
  'searchCards',
  'listBin',
  'readCard',
  'editCard',
  'removeCard',
  'restore',
  'readProject',
  'addInboxCard',
  'addProjectCard',
] as const satisfies readonly (keyof Endpoints)[]

/** Answers agents. Their tools call the endpoints here as functions, with the checks that requests get. */
export function createAgents(world: BoardWorld, handlers: BoardHandlers, { appUrl, onError }: Parts) {
  const call = createCalls(handlers, Object.keys(handlers) as BoardName[])
  const problemFor = (error: unknown) => problemOf(error, onError)

  /** A tool can take long, and the caller's access may end in the meantime. */
  async function requireAccess(caller: Caller, access: Route['access']): Promise<void> {
    if (!(await hasAccess(world, caller))) throw fail('unauthenticated')
    if (!mayCall(caller, access)) throw fail('scope_insufficient')
  }

  /** The endpoints as one caller may use them. */
  function endpointsFor(caller: Caller): Endpoints {
    async function perform(operation: Operation): Promise<{ route: Route; content: unknown }> {
      if (!(await hasAccess(world, caller))) throw fail('unauthenticated')
      const { route, given } = await call(operation, caller.ownerId, {
        allows: (route) => mayCall(caller, route.access),
        capture: caller.capture,
      })
      return { route, content: route.write ? (given as Done<unknown>).content : given }
    }

    /** Columns are left out of results, because no tool reads them. */
    async function resultOf(operation: Operation): Promise<BatchResult> {
      try {
        const { route, content } = await perform(operation)
        return { status: route.status, body: isRevised(route) ? inEnvelope(route, content) : null }
      } catch (error) {
        const problem = problemFor(error)
        return { status: problem.status, body: problem }
      }
    }

    async function batch({ operations }: Batch): Promise<{ results: BatchResult[] }> {
      if (!mayCall(caller, routes.batch.access)) throw new RefusedError(fail('scope_insufficient').problem)
      const results: BatchResult[] = []
      for (const operation of operations) results.push(await resultOf(operation))
      return { results }
    }

    const calls = called.map((name) => [
      name,
      async (input: object, { ifMatch, idempotencyKey }: CallOptions = {}) => {
        try {
          const { route, content } = await perform({
            ...requestFor(paths[name], { ...input }),
            ...(ifMatch !== undefined && { if_match: `"${ifMatch}"` }),
            ...(idempotencyKey !== undefined && { idempotency_key: idempotencyKey }),
          })
          return inEnvelope(route, content)
        } catch (error) {
          throw new RefusedError(problemFor(error))
        }
      },
    ])
    return { ...Object.fromEntries(calls), batch }
  }

  /** The account, as far as the caller may read it. */
  const accountFor = (caller: Caller) => {
    const read = async <Result>(work: (db: Reader) => Promise<Result>) => {
      try {
        await requireAccess(caller, 'read')
        return await work(world.db)
      } catch (error) {
        throw new RefusedError(problemFor(error))
      }
    }
    return accountOf(read, caller.ownerId)
  }

  /** Loaded on first use: it takes 35 MB, and a tenth of a second in which its process does nothing else. */
  async function load() {
    const [{ createMcpHandler }, { createMcpServer, refusalOf }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('../../agents/server.ts'),
    ])
    return { createMcpHandler, createMcpServer, refusalOf }
  }
  let loading: ReturnType<typeof load> | undefined

  return async ({
    caller,
    headers,
    body,
  }: AgentRequest<Uint8Array>): Promise<AgentAnswer | ScopeTooNarrow> => {
    if (isList(body)) return listRefused
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    const { createMcpHandler, createMcpServer, refusalOf } = await loading
    const scope = caller.apiToken?.scope ?? 'write'
    const refusal = scope === 'write' ? undefined : refusalOf(parsed(body), scope)
    if (refusal) return refusal
    const handler = createMcpHandler(() =>
      createMcpServer({
        client: endpointsFor(caller),
        account: accountFor(caller),
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
