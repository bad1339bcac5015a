/** The endpoints of the contract: each check in the contract's order, then the handler of app.ts. */
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import type { TObject } from 'typebox'
import type { RouteName } from '../../contract/plain/paths.ts'
import type { Problem } from '../../contract/problem.ts'
import {
  type Answer,
  type Body,
  type FileName,
  isRevised,
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
import type { CurrentSession, Visitor } from '../common/caller.ts'
import type { JsonList } from '../db/database.ts'
import type { Follow } from '../feed/streams.ts'
import { type Key, readKey } from '../writes/keys.ts'
import type { Done } from '../writes/write.ts'
import type { Admission } from './admission.ts'
import { type Answers, prefersMinimal, provesNothing } from './answers.ts'
import { createBatch } from './batch.ts'
import { checkType, LongBody, parseBody, type RawBody, requireContent } from './body.ts'
import type { AnswerError } from './errors.ts'
import { streamForDoctor } from './event-stream.ts'
import { checkerOf, readQuery, requirePossibleIds } from './validation.ts'

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
  /** For additions: see `Caller`. */
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
  | Uint8Array
  | ([Sole<Whole>] extends [never] ? Whole | ReadyMembers<Whole> : Sole<Whole> | Ready<Sole<Whole>>)
type Sole<Whole> = {
  [Name in keyof Whole]-?: Exclude<keyof Whole, Name> extends never ? Whole[Name] : never
}[keyof Whole]
type Ready<List> = List extends (infer Row)[] ? JsonList<Row> : never
type ReadyMembers<Whole> = { [Name in keyof Whole]: Whole[Name] | Ready<Whole[Name]> }

/** The result of a handler: for a write also its sequence number, for a stream a `Follow`. */
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
  admission: Admission
  answers: Pick<Answers, 'writerFor' | 'streamerFor'>
  answerError: AnswerError
  toProblem(error: unknown, request: FastifyRequest): Problem
  /** Throws if the client has sent too many requests. */
  limitRate(request: FastifyRequest): void
  /** See `Visitor`. */
  isHere(request: FastifyRequest): boolean
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
  { admission, answers, answerError, limitRate, isHere, isOfDoctor }: Parts,
): void {
  const url = path.replace(/\{(\w+)\}/g, ':$1')
  const { access, stream, fileTypes, query, body } = route
  const write = stream ? answers.streamerFor(method, url, admission) : answers.writerFor(method, url, route)
  const isLimited = access === 'public' || route.limited
  const types = ['application/json', ...Object.keys(fileTypes ?? {})]
  const detail =
    fileTypes && `Send the file uncompressed, with one of these as its Content-Type: ${types.join(', ')}.`
  const [checkBody, checkQuery] = [body && !fileTypes && checkerOf(body), query && checkerOf(query)]
  const callOf = callFor(name, route, isHere)
  const mayProveNothing = !stream && !isRevised(route)

  const check = (request: FastifyRequest) => {
    if (isLimited) limitRate(request)
    if (body) checkType(request.raw.headers, types, detail)
  }
  const serve = admission.serving({
    name,
    bodyLimit: body ? (route.bodyLimit ?? usualBody) : 0,
    answerError,
    admit: access === 'public' ? check : admission.admitFor(access, check),
    async work(request, reply) {
      const { ownerId } = request.caller
      if (checkBody) {
        const { sent } = request
        const parsed = parseBody(sent instanceof LongBody ? await sent.read() : (sent ?? Buffer.of()))
        checkBody(parsed)
        request.body = parsed
      }
      if (query) {
        request.query = readQuery(query as TObject, request.query as Record<string, unknown>)
        checkQuery?.(request.query)
      }
      if (stream) await admission.requireAccount(ownerId)
      const content = await handle(callOf(request), request)
      if (mayProveNothing && provesNothing(content)) await admission.requireAccount(ownerId)
      const writing = write(request, reply, content)
      if (writing) await writing
      if (stream) admission.leave(request)
    },
  })
  app.route({
    method: method as HTTPMethods,
    url,
    exposeHeadRoute: false,
    onRequest: stream
      ? (request, reply, done) => {
          if (isOfDoctor(request)) streamForDoctor(reply.hijack().raw)
          else serve.call(app, request, reply, done)
        }
      : serve,
    handler: () => undefined,
  })
}

export type Handle = (call: object, request: FastifyRequest) => Promise<unknown>

/** Returns a function that gives a handler of this endpoint what it needs of a request. */
function callFor(
  name: string,
  { access, write, stream, fileTypes, minimal }: Route,
  isHere: Parts['isHere'],
): (request: FastifyRequest) => object {
  return (request) => {
    const { caller, params, query, body, sent } = request
    const { headers } = request.raw
    const { ownerId, session } = caller
    requirePossibleIds(params as object)
    const sentKey = headers['idempotency-key'] as string | undefined
    if (fileTypes) {
      const bytes = sent ?? Buffer.of()
      requireContent(bytes, 'The file is empty.')
      return { ownerId, query, body: { type: headers['content-type'], bytes }, sentKey }
    }
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
      capture: caller.capture,
      isMinimal: minimal === true && prefersMinimal(headers),
    }
  }
}
