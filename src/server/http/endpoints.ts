import type {
  FastifyInstance,
  FastifyRequest,
  HTTPMethods,
  onRequestHookHandler,
  preValidationHookHandler,
} from 'fastify'
import type { TObject } from 'typebox'
import type { RouteName } from '../../contract/paths.ts'
import type { Problem } from '../../contract/problem.ts'
import {
  type Answer,
  type Body,
  type FileName,
  methodAndPath,
  type Params,
  type Query,
  type Route,
  routeNames,
  routes,
  type StreamName,
  type WriteName,
} from '../../contract/routes.ts'
import type { Caller, CurrentSession, Visitor } from '../caller.ts'
import { JsonList } from '../db/database.ts'
import { type Key, readKey } from '../feed/keys.ts'
import type { Follow } from '../feed/streams.ts'
import type { Done } from '../feed/write.ts'
import { type createAnswers, ReadyBody } from './answers.ts'
import { createBatch } from './batch.ts'
import { ignoreBody, parseBody, requireType, takeFile } from './bodies.ts'
import type { Gate } from './gate.ts'
import type { Lines } from './lines.ts'
import { requirePossibleIds } from './possible-ids.ts'
import { readQuery } from './query.ts'

type Access<Name extends RouteName> = (typeof routes)[Name]['access']

/** A request that has passed all checks that need no handler. */
export type Call<Name extends RouteName> = Request<Name> &
  (Name extends FileName
    ? unknown
    : (Access<Name> extends 'public' | 'session' ? Visitor : unknown) &
        (Access<Name> extends 'session' ? { session: CurrentSession } : unknown))

/** A file, as it came. */
interface SentFile {
  /** Its Content-Type, with all parameters. */
  type: string
  bytes: Uint8Array
}

interface Request<Name extends RouteName> {
  /** Who is calling; empty where anyone may. */
  ownerId: string
  params: Params<Name>
  query: Query<Name>
  body: Name extends FileName ? SentFile : Body<Name>
  /** Of a write: the headers that say how often, and under which condition, it is to be done. */
  key?: Key | undefined
  ifMatch?: string | undefined
  /** Of a file, the key as it was sent: what the request is takes too long to find out here. */
  sentKey?: string | undefined
  /** Of a stream: where it is to go on. */
  lastEventId?: string | undefined
  /** Of changes, for a stream: see `listChanges`. */
  placed?: readonly string[] | undefined
}

/**
 * Most answers are an envelope around one thing: a handler gives the thing. A list may come ready from the database.
 */
type Content<Whole> =
  | ReadyBody
  | ([Sole<Whole>] extends [never] ? Whole | ReadyMembers<Whole> : Sole<Whole> | Ready<Sole<Whole>>)
type Sole<Whole> = {
  [Name in keyof Whole]-?: Exclude<keyof Whole, Name> extends never ? Whole[Name] : never
}[keyof Whole]
type Ready<List> = List extends (infer Row)[] ? JsonList<Row> : never
type ReadyMembers<Whole> = { [Name in keyof Whole]: Whole[Name] | Ready<Whole[Name]> }

/** What a handler gives: of a write also its number; of a stream, the way to follow it. */
type Given<Name extends RouteName> = Name extends WriteName
  ? Done<Content<Answer<Name>>>
  : Name extends StreamName
    ? Follow
    : Content<Answer<Name>>

/** One for each endpoint of the contract, no more and no less. A batch is made of the others. */
export type Handlers = {
  [Name in Exclude<RouteName, 'batch'>]: (call: Call<Name>) => Promise<Given<Name>>
}

export interface Parts {
  gate: Gate
  answers: Pick<ReturnType<typeof createAnswers>, 'writerFor' | 'streamerFor'>
  toProblem(error: unknown, request: FastifyRequest): Problem
  /** Throws if its client has sent too many. */
  limitRate(request: FastifyRequest): void
  lines: Lines
}

/** Puts every endpoint on the server. */
export function serveEndpoints(app: FastifyInstance, handlers: Handlers, parts: Parts): void {
  const all = { ...handlers, batch: createBatch(handlers, parts) }
  for (const name of routeNames) {
    serveEndpoint(app, name, ...methodAndPath(name), routes[name], all[name] as Handle, parts)
  }
}

/** Checks come in the contract's order: route, session, query and body, and then the handler's own. */
export function serveEndpoint(
  app: FastifyInstance,
  name: string,
  method: string,
  path: string,
  route: Route,
  handle: Handle,
  { gate, answers, limitRate, lines }: Parts,
): void {
  const url = path.replace(/\{(\w+)\}/g, ':$1')
  const write = route.stream ? answers.streamerFor(method, url, gate) : answers.writerFor(method, url, route)
  const { query, body, fileTypes } = route
  const limitClient: onRequestHookHandler = (request, _reply, done) => {
    limitRate(request)
    done()
  }
  app.route({
    method: method as HTTPMethods,
    url,
    config: { endpoint: name },
    exposeHeadRoute: false,
    onRequest: [
      ...(route.access === 'public' ? [] : [gate.requireAccess(route.access)]),
      ...(route.access === 'public' || route.limited ? [limitClient] : []),
      ...(body ? [requireTypeOf(route)] : method === 'GET' ? [] : [ignoreBody]),
    ],
    preValidation: [
      ...(route.access === 'public' ? [] : [lines.enter(name)]),
      ...(body && route.access !== 'public' ? [gate.insistOnCaller] : []),
      ...(body ? [fileTypes ? takeFile : parseBody] : []),
      ...(query ? [convertQuery(query)] : []),
    ],
    schema: { ...(query && { querystring: query }), ...(body && !fileTypes && { body }) },
    bodyLimit: route.bodyLimit ?? 64 * 1024,
    ...(route.access !== 'public' && { errorHandler: lines.answerErrors(name, gate.answerError) }),
    handler: async (request, reply) => {
      const caller = gate.callerOf(request)
      const { ownerId } = caller
      if (route.stream) await gate.insistOn(ownerId)
      const content = await handle(callOf(name, route, request, caller), request)
      if (!route.stream && provesNothing(content)) await gate.insistOn(ownerId)
      const writing = write(request, reply, content)
      if (writing) await writing
      if (route.stream) lines.leave(request)
      else lines.leaveWhenSent(request, reply.raw)
    },
  })
}

export type Handle = (call: object, request: FastifyRequest) => Promise<unknown>

function callOf(
  name: string,
  { access, write, stream, fileTypes }: Route,
  request: FastifyRequest,
  { ownerId, session }: Caller,
): object {
  const { params, query, body, headers } = request
  requirePossibleIds(params as object)
  const sentKey = headers['idempotency-key'] as string | undefined
  if (fileTypes) return { ownerId, query, body, sentKey }
  if (stream) return { ownerId, query, lastEventId: headers['last-event-id'] }
  if (access === 'public' || access === 'session') {
    // There is no IP any more where the connection has been closed.
    const { ip: client = '' } = request
    return { ownerId, session, client, userAgent: headers['user-agent'], params, query, body }
  }
  if (!write) return { ownerId, params, query, body }
  return {
    ownerId,
    params,
    body,
    key: readKey(sentKey, name, params, body),
    ifMatch: headers['if-match'],
  }
}

function requireTypeOf({ fileTypes }: Route) {
  if (!fileTypes) return requireType(['application/json'])
  const types = ['application/json', ...Object.keys(fileTypes)]
  return requireType(
    types,
    `Send the file uncompressed, with one of these as its Content-Type: ${types.join(', ')}.`,
  )
}

const convertQuery =
  (schema: TObject): preValidationHookHandler =>
  (request, _reply, done) => {
    request.query = readQuery(schema, request.query as Record<string, unknown>)
    done()
  }

/** Whether it would be the same for an owner who has been deleted: an empty list, or a state before the first change. */
export function provesNothing(content: unknown): boolean {
  if (content instanceof ReadyBody) return content.provesNothing
  if (content instanceof JsonList) return content.isEmpty
  if (Array.isArray(content)) return content.length === 0
  return content === 0 || (content as { seq?: number } | undefined)?.seq === 0
}
