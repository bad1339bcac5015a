import Type, { type Static, type TObject, type TProperties } from 'typebox'
import { Value } from 'typebox/value'
import { NameError, quoted } from '../board/names.ts'
import { type Day, dayIn } from '../board/text/days.ts'
import type { Client } from '../client/client.ts'
import { explain, explainProblem, type Wording } from '../client/explain.ts'
import type { Scope, TokenScope } from '../contract/access.ts'
import type { Problem } from '../contract/problem.ts'
import type { Account } from './account.ts'
import type { LinkTo } from './show.ts'

/** Everything that a tool works with. */
export interface Context {
  client: Client
  account: Account
  linkTo: LinkTo
  /** The scope of the token. A session has every scope. */
  scope: TokenScope
}

export interface Answer {
  text: string
  data?: Record<string, unknown>
  /** To the card, if the answer is about a single one. */
  link?: string | undefined
  isError?: boolean
}

export interface Tool {
  name: string
  title: string
  description: string
  /** The scope that the tool needs. */
  scope: Scope
  input: TObject
  annotations:
    | { readOnlyHint: true }
    | { readOnlyHint: false; destructiveHint: boolean; idempotentHint: boolean }
  run(context: Context, given: unknown): Promise<Answer>
}

export function tool<Properties extends TProperties>(
  definition: Omit<Tool, 'input' | 'run'> & {
    input: TObject<Properties>
    run(context: Context, given: Static<TObject<Properties>>): Promise<Answer>
  },
): Tool {
  const { input, run } = definition
  return {
    ...definition,
    run(context, given) {
      requireValid(input, given)
      return run(context, given as Static<typeof input>)
    },
  }
}

/** Unknown members are refused, so that misspellings are noticed. */
export const members = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false })

export const text = (description?: string) => Type.String(description ? { description } : {})
export const some = <Item extends Parameters<typeof Type.Array>[0]>(item: Item, description?: string) =>
  Type.Array(item, { minItems: 1, maxItems: 100, ...(description && { description }) })

export const key = Type.Optional(
  Type.String({
    maxLength: 200,
    description: 'Idempotency key: a call repeated with it is done once.',
  }),
)

function requireValid(schema: TObject, given: unknown): void {
  if (Value.Check(schema, given)) return
  const found = Value.Errors(schema, given).filter(({ keyword }) => keyword !== 'boolean')
  const reasons = found.slice(0, 10).map(({ instancePath, keyword, message, params }) => {
    const where =
      instancePath
        .replaceAll(/\/(\d+)/g, '[$1]')
        .replaceAll('/', '.')
        .replace(/^\./, '') || 'The arguments'
    const named = params as Record<string, unknown>
    if (keyword === 'required') return `${where} must have ${list(named.requiredProperties)}`
    if (keyword === 'additionalProperties')
      return `${where} must not have ${list(named.additionalProperties)}`
    if (keyword === 'enum') return `${where} must be one of ${list(named.allowedValues)}`
    return `${where} ${message}`
  })
  throw new ToolError(
    `Nothing was done: the arguments are invalid.\n${reasons.map((one) => `- ${one}`).join('\n')}`,
  )
}

const list = (names: unknown) =>
  (names as string[])
    .slice(0, 10)
    .map((name) => quoted(name))
    .join(', ')

/** A call cannot be carried out. The message tells the agent how to correct it. */
export class ToolError extends Error {
  override name = 'ToolError'
}

/** Whether the message tells the agent how to correct its call. */
const isMistake = (error: unknown): error is Error => error instanceof ToolError || error instanceof NameError

/** Reports all errors at once, so that the agent can fix them together. */
function refuseAll(reasons: string[]): void {
  if (reasons.length > 0) throw new ToolError(['Nothing was done.', ...reasons].join('\n'))
}

/** Collects errors instead of stopping at the first. */
export function collecting() {
  const reasons: string[] = []
  return {
    attempt<T>(work: () => T): T | undefined {
      try {
        return work()
      } catch (error) {
        if (!isMistake(error)) throw error
        reasons.push(error.message)
        return undefined
      }
    },
    add: (reason: string) => reasons.push(reason),
    refuse: () => refuseAll(reasons),
  }
}

const wording: Wording = {
  server: 'Inboard',
  unauthenticated:
    'The token of this connection is no longer accepted: it was revoked or has expired. The owner can connect you again, or create a new one in the Inboard settings.',
  scope_insufficient:
    'The API token of this connection does not allow this. The owner can connect you again and allow more, or create one with another scope in the Inboard settings.',
}

/** A problem, in words that an agent can act on. */
export const inWords = (problem: Problem): string => explainProblem(problem, wording)

/** Why a call failed, for the agent. Undefined for an error that is none of its business. */
export const failureOf = (error: unknown): string | undefined =>
  isMistake(error) ? error.message : explain(error, wording)

export const timeZone = Type.Optional(text("the person's, as Europe/Vienna; default the server's"))

/** The day that it is for the person. */
export function dayFor(zone: string | undefined): Day {
  try {
    return dayIn(new Date(), zone)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ToolError(
      `Nothing was done: there is no time zone ${quoted(zone ?? '')}. Use a name such as "Europe/Vienna" or "UTC".`,
    )
  }
}
