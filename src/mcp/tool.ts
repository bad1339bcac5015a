import Type, { type Static, type TObject, type TProperties } from 'typebox'
import { Value } from 'typebox/value'
import type { Client } from '../client/client.ts'
import type { Scope } from '../contract/access.ts'
import type { Board } from './board.ts'
import { Refusal } from './refusal.ts'
import { quoted } from './show.ts'

/** What a tool knows of the outside. */
export interface Context {
  client: Client
  /** Everything there is, as it is now. */
  board(): Promise<Board>
  /** Of the token; that of a session allows everything. */
  scope: Scope
}

export interface Answer {
  text: string
  data?: Record<string, unknown>
  isError?: boolean
}

export interface Tool {
  name: string
  title: string
  description: string
  /** What a token must allow. */
  scope: Scope
  input: TObject
  annotations: { readOnlyHint?: boolean; destructiveHint?: boolean; idempotentHint?: boolean }
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

/** Members that it does not name are refused: whoever misspells one should hear of it. */
export const members = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false })

export const text = (description?: string) => Type.String(description ? { description } : {})
export const some = <Item extends Parameters<typeof Type.Array>[0]>(item: Item, description?: string) =>
  Type.Array(item, { minItems: 1, maxItems: 100, ...(description && { description }) })

export const key = Type.Optional(
  Type.String({
    maxLength: 200,
    description: 'A name for this call: the same call with the same key is done once.',
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
  throw new Refusal(
    `Nothing was done: the arguments are not as they have to be.\n${reasons.map((one) => `- ${one}`).join('\n')}`,
  )
}

const list = (names: unknown) =>
  (names as string[])
    .slice(0, 10)
    .map((name) => quoted(name))
    .join(', ')
