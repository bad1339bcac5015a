import type { FastifyRequest } from 'fastify'
import type { Batch, BatchResult } from '../../contract/feed.ts'
import { isRevised, type Route, routeNames, routes } from '../../contract/routes.ts'
import { fail } from '../common/problems.ts'
import type { Done } from '../writes/write.ts'
import { inEnvelope, ReadyBody, revisionOf } from './answers/answers.ts'
import { prefersMinimal } from './answers/prefer.ts'
import { createCalls, type Operation } from './calls.ts'
import type { Handle, Handlers, Parts } from './endpoints.ts'

/**
 * Runs writes one after the other, each in its own transaction, so that others get their turn in between.
 * Results are sent as they come, so that many long ones are never in memory together.
 */
export function createBatch(handlers: Handlers, { gate, toProblem }: Parts): Handle {
  const call = createCalls(
    handlers,
    routeNames.filter((name) => canBeOperation(routes[name])),
  )

  return async (given, request) => {
    const { ownerId, body } = given as { ownerId: string; body: Batch }
    await gate.requireAccount(ownerId)
    return results(body.operations.map((operation) => () => answer(operation, ownerId, request)))
  }

  async function answer(
    operation: Operation,
    ownerId: string,
    request: FastifyRequest,
  ): Promise<BatchResult> {
    try {
      // A batch can take long, and the session may end in the meantime.
      await gate.requireCaller(request)
      if (operation.method === 'GET')
        throw fail('not_found', { detail: 'A batch only writes. Send each GET as a request of its own.' })
      // A client that has disconnected needs no more than that. Its operations are done all the same.
      const isMinimal = prefersMinimal(request.headers) || request.raw.socket.destroyed
      const { route, given } = await call(operation, ownerId, { isMinimal })
      const done = given as Done<unknown>
      return isMinimal ? minimal(route, done) : resultOf(route, done)
    } catch (error) {
      const problem = toProblem(await gate.reasonFor(error as Error, ownerId), request)
      return { status: problem.status, body: problem }
    }
  }
}

/** Everything that API tokens may write. */
const canBeOperation = ({ write, access }: Route) => write === true && access !== 'session'

function minimal(route: Route, { content, seq, isReplay }: Done<unknown>): BatchResult {
  if (content instanceof ReadyBody) content.free()
  const revision = isRevised(route) ? revisionOf(content) : undefined
  return {
    status: route.status,
    seq,
    ...(revision !== undefined && { revision }),
    ...(isReplay && { replayed: true }),
  }
}

export const resultOf = (route: Route, { content, seq }: Done<unknown>): BatchResult => ({
  status: route.status,
  body: content instanceof ReadyBody ? content : inEnvelope(route, content),
  seq,
})

/** The response to a batch, created while it is sent. */
export async function* results(
  operations: (() => Promise<BatchResult>)[],
): AsyncGenerator<string | Uint8Array> {
  yield '{"results":['
  for (const [index, perform] of operations.entries()) {
    if (index > 0) yield ','
    const result = await perform()
    const { status, body, seq } = result
    if (body instanceof ReadyBody) {
      yield `{"status":${status},"body":`
      yield* body.parts()
      yield `,"seq":${seq}}`
    } else yield JSON.stringify(result)
  }
  yield ']}'
}
