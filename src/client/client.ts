import { type ParamNames, paths, type RouteName } from '../contract/paths.ts'
import type { Problem } from '../contract/problem.ts'
import type { Answer, Body } from '../contract/routes.ts'

/** What an endpoint takes: its path's parameters and its body's members, side by side. */
export type Input<Name extends RouteName> = {
  [Param in ParamNames<(typeof paths)[Name]>]: string
} & (Body<Name> extends undefined ? unknown : Body<Name>)

type Call<Name extends RouteName> = keyof Input<Name> extends never
  ? () => Promise<Answer<Name>>
  : (input: Input<Name>) => Promise<Answer<Name>>

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

export interface ClientOptions {
  baseUrl: string
  /** Asked before every call, so that a renewed session is used at once. */
  token?: () => string | undefined
  fetch?: typeof fetch
}

/** A method for every endpoint of the contract: `client.editCard({ id, text })`. */
export function createClient({ baseUrl, token, fetch = globalThis.fetch }: ClientOptions): Client {
  async function call(name: RouteName, input: Record<string, unknown> = {}) {
    const [method, path] = paths[name].split(' ') as [string, string]
    const body = { ...input }
    const url = path.replace(/\{(\w+)\}/g, (_, param: string) => {
      delete body[param]
      return encodeURIComponent(String(input[param]))
    })
    const bearer = token?.()
    const hasBody = Object.keys(body).length > 0
    const response = await fetch(baseUrl + url, {
      method,
      headers: {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(hasBody && { 'content-type': 'application/json' }),
      },
      ...(hasBody && { body: JSON.stringify(body) }),
    })
    if (response.status === 204) return undefined
    const answer = (await response.json()) as Partial<Problem> | null
    if (response.ok) return answer
    // Something between here and the server may answer in a JSON of its own.
    if (typeof answer?.detail !== 'string') throw new Error(`the answer was ${response.status}`)
    throw new ProblemError(answer as Problem)
  }
  const names = Object.keys(paths) as RouteName[]
  return Object.fromEntries(
    names.map((name) => [name, (input?: Record<string, unknown>) => call(name, input)]),
  ) as unknown as Client
}
