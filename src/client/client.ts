import type { Changes } from '../contract/feed.ts'
import { type ParamNames, paths, type RouteName } from '../contract/plain/paths.ts'
import type { Problem } from '../contract/problem.ts'
import type { Answer, Body, FileName, Query, StreamName } from '../contract/routes.ts'
import { newKey } from './batches.ts'
import { backOff, isPassing, ProblemError, pause, UnexpectedAnswerError } from './failures.ts'
import { type FollowOptions, follow } from './follow.ts'

export { ProblemError, UnexpectedAnswerError }

/**
 * The input of an endpoint: path parameters, query parameters and body members, side by side. A file is one
 * member: a `Blob` of the right type, or a document that is sent as JSON.
 */
export type Input<Name extends RouteName> = {
  [Param in ParamNames<(typeof paths)[Name]>]: string
} & (Query<Name> extends undefined ? unknown : Query<Name>) &
  (Name extends FileName ? { file: Blob | Body<Name> } : Body<Name> extends undefined ? unknown : Body<Name>)

export interface CallOptions {
  /** Aborts the call, which then fails with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Overrides the client's timeout. */
  timeout?: number | undefined
  /** The revision that the item must still have: `{ ifMatch: card.revision }`. */
  ifMatch?: number | undefined
  /** Makes retries of a write safe. A UUID becomes the id of what is created. */
  idempotencyKey?: string | undefined
  /** Omits what the caller already knows: in a batch the bodies of successful results, for `setColumn` everything. */
  minimal?: boolean | undefined
  /** Called with the headers of the answer, such as `Inboard-Seq`. */
  onAnswer?: ((headers: Headers) => void) | undefined
}

type Call<Name extends RouteName> = (
  ...given: keyof Input<Name> extends never
    ? [input?: Record<string, never>, options?: CallOptions]
    : object extends Input<Name>
      ? [input?: Input<Name>, options?: CallOptions]
      : [input: Input<Name>, options?: CallOptions]
) => Promise<Answer<Name>>

export type Client = { [Name in Exclude<RouteName, StreamName>]: Call<Name> } & {
  /**
   * `for await (const changes of client.events({ since }))` yields changes as they happen. If the connection
   * breaks, it reconnects and continues where it was.
   */
  events(input?: { since?: number; renumber?: boolean }, options?: FollowOptions): AsyncGenerator<Changes>
}

export interface ClientOptions {
  /** With or without a trailing slash. It may have a path, if a proxy serves Inboard below one. */
  baseUrl: string
  /** Called before every request, so that a renewed session is used at once. */
  token?: () => string | undefined
  /** How many milliseconds a call may take; 30,000 by default, 0 for no limit. */
  timeout?: number
  /**
   * How often a call is retried if the server cannot be reached or is too busy; 2 by default. This applies to
   * reads, and to writes of cards, projects and the bin, also in a batch. Such writes get idempotency keys.
   */
  retries?: number
  fetch?: typeof fetch
}

/**
 * A method for every endpoint of the contract: `client.editCard({ id, text }, { signal })`. A call fails with
 * a `ProblemError`, an `UnexpectedAnswerError`, a `DOMException` named `TimeoutError` after its timeout, the
 * reason of its signal if that is aborted, or the error of `fetch` if the server cannot be reached.
 */
export function createClient(given: ClientOptions): Client {
  const { token, retries = 2, fetch = globalThis.fetch } = given
  const baseUrl = given.baseUrl.replace(/\/+$/, '')
  // Otherwise a wrong URL would look like a server that cannot be reached.
  if (!/^(?:https?:\/\/|\/|$)/.test(baseUrl))
    throw new Error(`The base URL must begin with http:// or https://: ${baseUrl}`)

  async function send(request: ReturnType<typeof requestFor>, headers: Values, signal: AbortSignal | null) {
    const { method, path, body } = request
    const bearer = token?.()
    const type = body instanceof Blob ? body.type : body && 'application/json'
    const response = await fetch(baseUrl + path, {
      method,
      signal,
      headers: {
        ...headers,
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(type && { 'content-type': type }),
      },
      ...(body && { body: body instanceof Blob ? body : JSON.stringify(body) }),
    })
    if (response.ok) return response
    const text = await response.text()
    const answer = parsed(text)
    if (typeof answer?.code === 'string' && typeof answer.detail === 'string')
      throw new ProblemError(answer as Problem)
    throw new UnexpectedAnswerError(response.status, text)
  }

  async function call(name: RouteName, input?: Values, options: CallOptions = {}) {
    const { timeout = given.timeout, ifMatch, minimal, onAnswer } = options
    const template = paths[name]
    const tries = canBeRepeated(template) ? retries + 1 : 1
    const request = requestFor(template, tries > 1 && name === 'batch' ? withKeys(input) : input)
    const key = options.idempotencyKey ?? (tries > 1 && isWrite(template) ? newKey() : undefined)
    const headers = {
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
      ...(minimal && { prefer: 'return=minimal' }),
    }
    const signal = limited(options.signal, timeout)
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await send(request, headers, signal)
        onAnswer?.(response.headers)
        if (response.status === 204) return undefined
        const text = await response.text()
        const answer = parsed(text)
        if (answer) return answer
        throw new UnexpectedAnswerError(response.status, text)
      } catch (error) {
        if (attempt === tries || !isPassing(error)) throw error
        await pause(backOff(attempt, undefined, 200), signal)
        signal?.throwIfAborted()
      }
    }
  }

  const events: Client['events'] = (input = {}, options) =>
    follow(
      (since, signal) => send(requestFor(paths.events, { ...input, since }), {}, signal),
      input.since,
      options,
    )
  const names = Object.keys(paths) as RouteName[]
  const calls = names.map((name) => [
    name,
    (input?: Values, options?: CallOptions) => call(name, input, options),
  ])
  return { ...Object.fromEntries(calls), events } as unknown as Client
}

/** Requests that accept an idempotency key. */
export const isWrite = (template: string) =>
  /^(?:POST|PUT|PATCH|DELETE) \/api\/(?:cards|projects|inbox|bin|import)\b/.test(template)

const canBeRepeated = (template: string) =>
  template.startsWith('GET ') || isWrite(template) || template === paths.batch

/** In a batch, each operation gets its own key. */
const withKeys = (input: Values = {}) => ({
  ...input,
  operations: (input as unknown as Body<'batch'>).operations.map((one) => ({
    idempotency_key: newKey(),
    ...one,
  })),
})

type Values = Record<string, unknown>

/**
 * `'GET /api/cards/{id}{?since}'` and its input → what to send. Members that are not parameters go into the
 * body, or are a file.
 */
export function requestFor(template: string, input: Values = {}) {
  const rest = { ...input }
  const take = (name: string) => {
    const value = rest[name]
    delete rest[name]
    return value
  }
  const [method = '', path = ''] = template
    .replace(/\{\?([\w,]+)\}/, (_, names: string) => {
      const query = names.split(',').flatMap((name) => {
        const value = take(name)
        return value === undefined ? [] : [[name, String(value)]]
      })
      return query.length > 0 ? `?${new URLSearchParams(query)}` : ''
    })
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(take(name))))
    .split(' ')
  const body = Object.keys(rest).length > 0 ? (rest as Values & { file?: Values | Blob }) : undefined
  return { method, path, body: body?.file ?? body }
}

function limited(signal: AbortSignal | undefined, timeout = 30_000): AbortSignal | null {
  if (timeout === 0) return signal ?? null
  const limit = AbortSignal.timeout(timeout)
  return signal ? AbortSignal.any([signal, limit]) : limit
}

function parsed(text: string): Partial<Problem> | undefined {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
