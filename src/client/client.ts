import { type ParamNames, paths, type RouteName } from '../contract/paths.ts'
import type { Problem } from '../contract/problem.ts'
import type { Answer, Body, Query } from '../contract/routes.ts'

/** What an endpoint takes: its path's and query's parameters and its body's members, side by side. */
export type Input<Name extends RouteName> = {
  [Param in ParamNames<(typeof paths)[Name]>]: string
} & (Query<Name> extends undefined ? unknown : Query<Name>) &
  (Body<Name> extends undefined ? unknown : Body<Name>)

export interface CallOptions {
  /** Ends the call when it is aborted. The call then fails with the signal's own reason. */
  signal?: AbortSignal | undefined
  /** In place of the client's own. */
  timeout?: number | undefined
}

type Call<Name extends RouteName> = (
  ...given: keyof Input<Name> extends never
    ? [input?: Record<string, never>, options?: CallOptions]
    : object extends Input<Name>
      ? [input?: Input<Name>, options?: CallOptions]
      : [input: Input<Name>, options?: CallOptions]
) => Promise<Answer<Name>>

export type Client = { [Name in RouteName]: Call<Name> }

/** A refusal by the server, as it came: `code` for programs, `message` for people. */
export class ProblemError extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.detail)
    this.name = 'ProblemError'
    this.problem = problem
  }
  get status() {
    return this.problem.status
  }
  get code() {
    return this.problem.code
  }
}

/**
 * An answer that Inboard does not give: something between here and the server, such as a proxy, has answered instead.
 */
export class UnexpectedAnswerError extends Error {
  readonly status: number
  readonly text: string
  constructor(status: number, text: string) {
    super(`the answer was ${status}, and not from Inboard`)
    this.name = 'UnexpectedAnswerError'
    this.status = status
    this.text = text
  }
}

export interface ClientOptions {
  /** With or without a slash at its end. It may have a path, if a proxy serves Inboard below one. */
  baseUrl: string
  /** Asked before every call, so that a renewed session is used at once. */
  token?: () => string | undefined
  /** How many milliseconds a call may take, 30,000 if nothing is said; 0 is without limit. */
  timeout?: number
  fetch?: typeof fetch
}

/**
 * A method for every endpoint of the contract: `client.editCard({ id, text }, { signal })`. A call that does not
 * succeed fails with a `ProblemError`, an `UnexpectedAnswerError`, the `DOMException` named `TimeoutError` when its
 * time is up, the reason of its signal when that is aborted, and with what `fetch` fails with when the server cannot be
 * reached.
 */
export function createClient(given: ClientOptions): Client {
  const { token, fetch = globalThis.fetch } = given
  const baseUrl = given.baseUrl.replace(/\/+$/, '')

  async function call(
    name: RouteName,
    input?: Values,
    { signal, timeout = given.timeout }: CallOptions = {},
  ) {
    const { method, path, body } = requestFor(paths[name], input)
    const bearer = token?.()
    const response = await fetch(baseUrl + path, {
      method,
      signal: limited(signal, timeout),
      headers: {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body }),
    })
    if (response.status === 204) return undefined
    const text = await response.text()
    const answer = parsed(text)
    if (response.ok && answer) return answer
    if (typeof answer?.code === 'string' && typeof answer.detail === 'string')
      throw new ProblemError(answer as Problem)
    throw new UnexpectedAnswerError(response.status, text)
  }
  const names = Object.keys(paths) as RouteName[]
  return Object.fromEntries(
    names.map((name) => [name, (input?: Values, options?: CallOptions) => call(name, input, options)]),
  ) as unknown as Client
}

type Values = Record<string, unknown>

/** `'GET /api/cards/{id}{?since}'` and its input → what to send. What is no parameter belongs to the body. */
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
  const body = Object.keys(rest).length > 0 ? JSON.stringify(rest) : undefined
  return { method, path, body }
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
