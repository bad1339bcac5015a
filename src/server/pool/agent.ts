import { type CallOptions, type Client, requestFor } from '../../client/client.ts'
import { ProblemError as RefusedError } from '../../client/failures.ts'
import type { Batch, BatchResult } from '../../contract/feed.ts'
import { paths } from '../../contract/plain/paths.ts'
import { routeNames, routes } from '../../contract/routes.ts'
import { hasAccess } from '../accounts/callers.ts'
import type { BoardHandlers } from '../app.ts'
import type { Caller } from '../common/caller.ts'
import { fail } from '../common/problems.ts'
import { version } from '../common/version.ts'
import type { BoardWorld } from '../common/world.ts'
import type { Reader } from '../db/database.ts'
import { mayCall } from '../http/admission.ts'
import type { AgentAnswer, AgentRequest } from '../http/agents.ts'
import { inEnvelope } from '../http/answers.ts'
import { createCalls, type Operation } from '../http/batch.ts'
import { problemOf } from '../http/errors.ts'
import type { Done } from '../writes/write.ts'
import { accountOf } from './account.ts'
import type { BoardName } from './offload.ts'

/** Undefined if it is no JSON, which the protocol answers in its own way. */
function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString())
  } catch {
    return undefined
  }
}

/** The protocol no longer has batches of messages. */
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

/** Answers agents. Their tools call the endpoints here as functions, with the checks that requests get. */
export function createAgents(world: BoardWorld, handlers: BoardHandlers, { appUrl, onError }: Parts) {
  const call = createCalls(handlers, Object.keys(handlers) as BoardName[])
  const problemFor = (error: unknown) => problemOf(error, onError)
  const refused = (error: unknown) => new RefusedError(problemFor(error))

  /** A tool can take long, and the caller's access may end in the meantime. */
  async function requireAccess(caller: Caller): Promise<void> {
    if (!(await hasAccess(world, caller))) throw fail('unauthenticated')
  }

  /** The endpoints as functions, as one caller may use them. */
  function clientFor(caller: Caller): Client {
    async function perform(operation: Operation): Promise<BatchResult> {
      await requireAccess(caller)
      const { route, given } = await call(operation, caller.ownerId, {
        allows: (route) => mayCall(caller, route.access),
        // No tool reads whole columns.
        isMinimal: true,
        capture: caller.capture,
      })
      const content = route.write ? (given as Done<unknown>).content : given
      return { status: route.status, body: route.answer ? inEnvelope(route, content) : null }
    }

    async function resultOf(operation: Operation): Promise<BatchResult> {
      return await perform(operation).catch((error) => {
        const problem = problemFor(error)
        return { status: problem.status, body: problem }
      })
    }

    async function batch({ operations }: Batch) {
      if (!mayCall(caller, routes.batch.access)) throw refused(fail('scope_insufficient'))
      const results: BatchResult[] = []
      for (const operation of operations) results.push(await resultOf(operation))
      return { results }
    }

    const calls = routeNames.map((name) => [
      name,
      async (input?: object, { ifMatch, idempotencyKey }: CallOptions = {}) => {
        const operation = {
          ...requestFor(paths[name], { ...input }),
          ...(ifMatch !== undefined && { if_match: `"${ifMatch}"` }),
          ...(idempotencyKey !== undefined && { idempotency_key: idempotencyKey }),
        }
        try {
          return (await perform(operation)).body
        } catch (error) {
          throw refused(error)
        }
      },
    ])
    return { ...Object.fromEntries(calls), batch }
  }

  /** The account, as far as the caller may read it. */
  const accountFor = (caller: Caller) => {
    const read = async <Result>(work: (db: Reader) => Promise<Result>) => {
      try {
        await requireAccess(caller)
        if (!mayCall(caller, 'read')) throw fail('scope_insufficient')
        return await work(world.db)
      } catch (error) {
        throw refused(error)
      }
    }
    return accountOf(read, caller.ownerId)
  }

  return async ({ caller, headers, body }: AgentRequest<Uint8Array>): Promise<AgentAnswer> => {
    const message = parsed(body)
    if (Array.isArray(message)) return listRefused
    // Loaded when first needed: it takes 35 MB, and a tenth of a second in which its process does nothing else.
    const { createMcpHandler } = await import('@modelcontextprotocol/server')
    const { createMcpServer, refusalOf } = await import('../../agents/server.ts')
    const scope = caller.apiToken?.scope ?? 'write'
    const refusal = scope === 'write' ? undefined : refusalOf(message, scope)
    if (refusal)
      throw Object.assign(fail('scope_insufficient', { detail: refusal.detail }), { scope: refusal.needs })
    const handler = createMcpHandler(() =>
      createMcpServer({
        client: clientFor(caller),
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
