import type { Changes } from '../contract/feed.ts'
import { type ParamNames, paths, type RouteName } from '../contract/paths.ts'
import type { Problem } from '../contract/problem.ts'
import type { Answer, Body, FileName, Query, StreamName } from '../contract/routes.ts'
import { isPassing, ProblemError, pause, UnexpectedAnswerError } from './failures.ts'
import { type FollowOptions, follow } from './follow.ts'
import { newKey } from './new-key.ts'

export { ProblemError, UnexpectedAnswerError }

/**
 * What an endpoint takes: its path's and query's parameters and its body's members, side by side. A file is one member: a `Blob`
 * of the right type, or a document that is sent as JSON.
 */
export type Input<Name extends RouteName> = {
  [Param in ParamNames<(typeof paths)[Name]>]: string
} & (Query<Name> extends undefined ? unknown : Query<Name>) &
  (Name extends FileName ? { file: Blob | Body<Name> } : Body<Name> extends undefined ? unknown : Body<Name>)

export interface CallOptions {
  /** Ends the call when it is aborted. The call then fails with the signal's own reason. */
  signal?: AbortSignal | undefined
  /** In place of the client's own. */
  timeout?: number | undefined
  /** The revision that the thing must still have: `{ ifMatch: card.revision }`. */
  ifMatch?: number | undefined
  /** Under it, a write is done once, however often it is sent. A UUID becomes the id of what is created. */
  idempotencyKey?: string | undefined
  /** Leaves out of the answer what the caller knows: of a batch the bodies of what succeeded, of `setColumn` everything. */
  minimal?: boolean | undefined
  /** Is given the headers of the answer, such as `Inboard-Seq`. */
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
   * `for await (const changes of client.events({ since }))`: what changes, as it changes. When the connection breaks, it
   * goes on by itself where it was.
   */
  events(input?: { since?: number; renumber?: boolean }, options?: FollowOptions): AsyncGenerator<Changes>
}

export interface ClientOptions {
  /** With or without a slash at its end. It may have a path, if a proxy serves Inboard below one. */
  baseUrl: string
  /** Asked before every call, so that a renewed session is used at once. */
  token?: () => string | undefined
  /** How many milliseconds a call may take, 30,000 if nothing is said; 0 is without limit. */
  timeout?: number
  /**
   * How many times a call is tried again if the server cannot be reached or is too busy: 2 if nothing is said. Only
   * calls that read, and writes of cards, projects and the bin, also in a batch; these get keys, so that they are done
   * once.
   */
  retries?: number
  fetch?: typeof fetch
}

/**
 * A method for every endpoint of the contract: `client.editCard({ id, text }, { signal })`. A call that does not
 * succeed fails with a `ProblemError`, an `UnexpectedAnswerError`, the `DOMException` named `TimeoutError` when its
 * time is up, the reason of its signal when that is aborted, and with what `fetch` fails with when the server cannot be
 * reached.
 */
export function createClient(given: ClientOptions): Client {
  const { token, retries = 2, fetch = globalThis.fetch } = given
  const baseUrl = given.baseUrl.replace(/\/+$/, '')
  // Otherwise it would look like a server that cannot be reached, now or ever.
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
        await pause(2 ** attempt * 100 * (1 + Math.random()), signal)
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

/** Those that may carry a key. */
export const isWrite = (template: string) =>
  /^(?:POST|PUT|PATCH|DELETE) \/api\/(?:cards|projects|inbox|bin|import)\b/.test(template)

const canBeRepeated = (template: string) =>
  template.startsWith('GET ') || isWrite(template) || template === paths.batch

/** Of a batch, each operation has its own. */
const withKeys = (input: Values = {}) => ({
  ...input,
  operations: (input as unknown as Body<'batch'>).operations.map((one) => ({
    idempotency_key: newKey(),
    ...one,
  })),
})

type Values = Record<string, unknown>

/** `'GET /api/cards/{id}{?since}'` and its input → what to send. What is no parameter belongs to the body, or is a file. */
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
