import type { FastifyInstance, HTTPMethods, onRequestHookHandler, preValidationHookHandler } from 'fastify'
import type { TObject } from 'typebox'
import type { RouteName } from '../../contract/paths.ts'
import {
  type Answer,
  type Body,
  methodAndPath,
  type Params,
  type Query,
  type Route,
  routeNames,
  routes,
} from '../../contract/routes.ts'
import { JsonList } from '../db/database.ts'
import type { createAnswers } from './answers.ts'
import { ignoreBody, requireBody } from './bodies.ts'
import type { createSessionGate } from './gate.ts'
import { readQuery } from './query.ts'

/** A request that has passed all checks that need no handler. */
interface Call<Name extends RouteName> {
  /** Whose session it is; empty where none is needed. */
  ownerId: string
  params: Params<Name>
  query: Query<Name>
  body: Body<Name>
}

/**
 * Most answers are an envelope around one thing: a handler gives the thing. A list may come ready from the database.
 */
type Content<Whole> = [Sole<Whole>] extends [never] ? Whole : Sole<Whole> | Ready<Sole<Whole>>
type Sole<Whole> = {
  [Name in keyof Whole]: Exclude<keyof Whole, Name> extends never ? Whole[Name] : never
}[keyof Whole]
type Ready<List> = List extends (infer Row)[] ? JsonList<Row> : never

/** One for each endpoint of the contract, no more and no less. */
export type Handlers = { [Name in RouteName]: (call: Call<Name>) => Promise<Content<Answer<Name>>> }

interface Parts {
  gate: ReturnType<typeof createSessionGate>
  answers: Pick<ReturnType<typeof createAnswers>, 'writerFor'>
  limitRate(ip: string): void
}

/** Puts every endpoint on the server. */
export function serveEndpoints(app: FastifyInstance, handlers: Handlers, parts: Parts): void {
  for (const name of routeNames) {
    const handle = handlers[name] as (call: object) => Promise<unknown>
    serveEndpoint(app, ...methodAndPath(name), routes[name], handle, parts)
  }
}

/** Checks come in the contract's order: route, session, query and body, and then the handler's own. */
export function serveEndpoint(
  app: FastifyInstance,
  method: string,
  path: string,
  route: Route,
  handle: (call: object) => Promise<unknown>,
  { gate, answers, limitRate }: Parts,
): void {
  const url = path.replace(/\{(\w+)\}/g, ':$1')
  const write = answers.writerFor(method, url, route)
  const { query, body } = route
  const limitClient: onRequestHookHandler = (request, _reply, done) => {
    limitRate(request.ip)
    done()
  }
  app.route({
    method: method as HTTPMethods,
    url,
    exposeHeadRoute: false,
    onRequest: [
      route.public ? limitClient : gate.requireSession,
      ...(body || method === 'GET' ? [] : [ignoreBody]),
    ],
    preValidation: [...(body ? [requireBody] : []), ...(query ? [convertQuery(query)] : [])],
    schema: { ...(query && { querystring: query }), ...(body && { body }) },
    bodyLimit: route.bodyLimit ?? 64 * 1024,
    ...(!route.public && { errorHandler: gate.answerError }),
    handler: async (request, reply) => {
      const { params, query, body } = request
      const ownerId = gate.ownerOf(request)
      const content = await handle({ ownerId, params, query, body })
      if (isEmptyList(content)) await gate.insistOn(ownerId)
      write(request, reply, content)
    },
  })
}

const convertQuery =
  (schema: TObject): preValidationHookHandler =>
  (request, _reply, done) => {
    request.query = readQuery(schema, request.query as Record<string, unknown>)
    done()
  }

const isEmptyList = (content: unknown) =>
  content instanceof JsonList ? content.isEmpty : Array.isArray(content) && content.length === 0
