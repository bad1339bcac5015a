import Type, { type Static, type TObject, type TProperties } from 'typebox'
import { Value } from 'typebox/value'
import type { Board } from '../client/board/board.ts'
import type { Client } from '../client/client.ts'
import type { Scope, TokenScope } from '../contract/access.ts'
import { type LinkTo, quoted } from './show.ts'
import { ToolError } from './tool-error.ts'

/** What a tool works with. */
export interface Context {
  client: Client
  /** The current board. */
  board(): Promise<Board>
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

const kinds: Record<string, string> = {
  string: 'text',
  boolean: 'true or false',
  integer: 'a whole number',
  array: 'a list',
  object: 'an object',
}

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
    if (keyword === 'type') return `${where} must be ${kinds[String(named.type)] ?? named.type}`
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
