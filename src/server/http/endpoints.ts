import type {
  FastifyInstance,
  FastifyRequest,
  HTTPMethods,
  onRequestHookHandler,
  preValidationHookHandler,
} from 'fastify'
import type { TObject } from 'typebox'
import type { RouteName } from '../../contract/plain/paths.ts'
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
import { usualBody } from '../../contract/values.ts'
import { type Caller, type CurrentSession, captureOf, type Visitor } from '../common/caller.ts'
import { JsonList } from '../db/database.ts'
import type { Follow } from '../feed/streams.ts'
import { type Key, readKey } from '../writes/keys.ts'
import type { Done } from '../writes/write.ts'
import type { Concurrency } from './admission/concurrency.ts'
import type { Gate } from './admission/gate.ts'
import { type createAnswers, ReadyBody } from './answers/answers.ts'
import { streamForDoctor } from './answers/event-stream.ts'
import { prefersMinimal } from './answers/prefer.ts'
import { createBatch } from './batch.ts'
import { ignoreBody, parseBody, requireType, takeFile } from './bodies/bodies.ts'
import type { RawBody } from './bodies/long-body.ts'
import { requirePossibleIds } from './bodies/possible-ids.ts'
import { readQuery } from './bodies/query.ts'

type Access<Name extends RouteName> = (typeof routes)[Name]['access']

/** A request that has passed all checks except the handler's own. */
type Call<Name extends RouteName> = Request<Name> &
  (Name extends FileName
    ? unknown
    : (Access<Name> extends 'public' | 'session' ? Visitor : unknown) &
        (Access<Name> extends 'session' ? { session: CurrentSession } : unknown))

/** A file as it was sent. */
interface SentFile {
  /** The Content-Type, with its parameters. */
  type: string
  bytes: RawBody
}

interface Request<Name extends RouteName> {
  /** The caller's account. Empty for public endpoints. */
  ownerId: string
  params: Params<Name>
  query: Query<Name>
  body: Name extends FileName ? SentFile : Body<Name>
  /** For writes: the idempotency key and the condition. */
  key?: Key | undefined
  ifMatch?: string | undefined
  /** For additions: see `captureOf`. */
  capture?: string | undefined
  /** True if the client needs only the sequence number and the revision. */
  isMinimal?: boolean
  /** For files: the idempotency key as sent, because hashing the request here would take too long. */
  sentKey?: string | undefined
  /** For streams: where to resume. */
  lastEventId?: string | undefined
  /** For changes in a stream: see `listChanges`. */
  placed?: readonly string[] | undefined
}

/**
 * Most responses are an envelope around one item, and the handler returns just the item. A list may come as
 * JSON from the database.
 */
type Content<Whole> =
  | ReadyBody
  | ([Sole<Whole>] extends [never] ? Whole | ReadyMembers<Whole> : Sole<Whole> | Ready<Sole<Whole>>)
type Sole<Whole> = {
  [Name in keyof Whole]-?: Exclude<keyof Whole, Name> extends never ? Whole[Name] : never
}[keyof Whole]
type Ready<List> = List extends (infer Row)[] ? JsonList<Row> : never
type ReadyMembers<Whole> = { [Name in keyof Whole]: Whole[Name] | Ready<Whole[Name]> }

/** What a handler returns: for a write also its sequence number, for a stream a `Follow`. */
type Given<Name extends RouteName> = Name extends WriteName
  ? Done<Content<Answer<Name>>>
  : Name extends StreamName
    ? Follow
    : Content<Answer<Name>>

/** Exactly one for each endpoint of the contract, except batches, which consist of the others. */
export type Handlers = {
  [Name in Exclude<RouteName, 'batch'>]: (call: Call<Name>) => Promise<Given<Name>>
}

export interface Parts {
  gate: Gate
  answers: Pick<ReturnType<typeof createAnswers>, 'writerFor' | 'streamerFor'>
  toProblem(error: unknown, request: FastifyRequest): Problem
  /** Throws if the client has sent too many requests. */
  limitRate(request: FastifyRequest): void
  /** See `Visitor`. */
  isHere(request: FastifyRequest): boolean
  concurrency: Concurrency
  isOfDoctor(request: FastifyRequest): boolean
}

export function serveEndpoints(
  app: FastifyInstance,
  handlers: Handlers,
  { oauth, ...parts }: Parts & { oauth: boolean },
): void {
  const all = { ...handlers, batch: createBatch(handlers, parts) }
  for (const name of routeNames) {
    if (routes[name].group === 'Agents' && !oauth) continue
    serveEndpoint(app, name, ...methodAndPath(name), routes[name], all[name] as Handle, parts)
  }
}

/** Checks are made in the contract's order: route, session, query and body, then the handler's own. */
export function serveEndpoint(
  app: FastifyInstance,
  name: string,
  method: string,
  path: string,
  route: Route,
  handle: Handle,
  { gate, answers, limitRate, concurrency, isHere, isOfDoctor }: Parts,
): void {
  const url = path.replace(/\{(\w+)\}/g, ':$1')
  const write = route.stream ? answers.streamerFor(method, url, gate) : answers.writerFor(method, url, route)
  const { query, body, fileTypes } = route
  const limitClient: onRequestHookHandler = (request, _reply, done) => {
    limitRate(request)
    done()
  }
  const serveDoctor: onRequestHookHandler = (request, reply, done) => {
    if (isOfDoctor(request)) streamForDoctor(reply.hijack().raw)
    else done()
  }
  app.route({
    method: method as HTTPMethods,
    url,
    config: { endpoint: name },
    exposeHeadRoute: false,
    onRequest: [
      ...(route.stream ? [serveDoctor] : []),
      ...(route.access === 'public' ? [] : [gate.requireAccess(route.access)]),
      ...(route.access === 'public' || route.limited ? [limitClient] : []),
      ...(body ? [requireTypeOf(route)] : method === 'GET' ? [] : [ignoreBody]),
    ],
    preValidation: [
      ...(route.access === 'public' ? [] : [concurrency.enter(name)]),
      ...(body && route.access !== 'public' ? [gate.requireCaller] : []),
      ...(body ? [fileTypes ? takeFile : parseBody] : []),
      ...(query ? [convertQuery(query)] : []),
    ],
    schema: { ...(query && { querystring: query }), ...(body && !fileTypes && { body }) },
    bodyLimit: route.bodyLimit ?? usualBody,
    ...(route.access !== 'public' && { errorHandler: concurrency.answerErrors(name, gate.answerError) }),
    handler: async (request, reply) => {
      const caller = gate.callerOf(request)
      const { ownerId } = caller
      if (route.stream) await gate.requireAccount(ownerId)
      const content = await handle(callOf(name, route, request, caller, isHere), request)
      if (!route.stream && provesNothing(content)) await gate.requireAccount(ownerId)
      const writing = write(request, reply, content)
      if (writing) await writing
      if (route.stream) concurrency.leave(request)
      else concurrency.leaveWhenSent(request, reply.raw)
    },
  })
}

export type Handle = (call: object, request: FastifyRequest) => Promise<unknown>

function callOf(
  name: string,
  { access, write, stream, fileTypes, minimal }: Route,
  request: FastifyRequest,
  caller: Caller,
  isHere: Parts['isHere'],
): object {
  const { ownerId, session } = caller
  const { params, query, body, headers } = request
  requirePossibleIds(params as object)
  const sentKey = headers['idempotency-key'] as string | undefined
  if (fileTypes) return { ownerId, query, body, sentKey }
  if (stream) return { ownerId, query, lastEventId: headers['last-event-id'] }
  if (access === 'public' || access === 'session') {
    // After the connection has been closed, there is no IP.
    const { ip: client = '' } = request
    const visitor = { client, userAgent: headers['user-agent'], isHere: isHere(request) }
    return { ownerId, session, ...visitor, params, query, body }
  }
  if (!write) return { ownerId, params, query, body }
  return {
    ownerId,
    params,
    body,
    key: readKey(sentKey, name, params, body),
    ifMatch: headers['if-match'],
    capture: captureOf(caller),
    isMinimal: minimal === true && prefersMinimal(headers),
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

/** True if the response would be the same for a deleted owner: an empty list, or a state before the first change. */
export function provesNothing(content: unknown): boolean {
  if (content instanceof ReadyBody) return content.provesNothing
  if (content instanceof JsonList) return content.isEmpty
  if (Array.isArray(content)) return content.length === 0
  return content === 0 || (content as { seq?: number } | undefined)?.seq === 0
}
