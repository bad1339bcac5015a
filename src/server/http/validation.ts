/** Checks the parts of a request: its body, its query and the ids in its path. */
import { Ajv, type ValidateFunction } from 'ajv'
import type { TObject, TSchema } from 'typebox'
import type { FieldError } from '../../contract/problem.ts'
import { fail } from '../common/problems.ts'

/** Requests are validated as they are: nothing is coerced, defaulted or removed, only trimmed. */
const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, addUsedSchema: false })

// All errors are reported, but only the first in a list: half a million numbers in `card_ids` would take seconds.
const items = ajv.getKeyword('items') as { code(context: { it: object }): void }
const code: typeof items.code = (context) => {
  Object.assign(context.it, { allErrors: false, compositeRule: true })
  items.code(context)
  Object.assign(context.it, { allErrors: true, compositeRule: false })
}
ajv.removeKeyword('items').addKeyword({ ...items, code } as never)

ajv.addKeyword({
  keyword: 'x-trim',
  type: 'string',
  schemaType: 'boolean',
  modifying: true,
  before: 'maxLength',
  errors: false,
  validate: (
    _on: boolean,
    text: string,
    _schema?: object,
    at?: { parentData: object; parentDataProperty: string | number },
  ) => {
    if (at) Object.assign(at.parentData, { [at.parentDataProperty]: text.trim() })
    return true
  },
})

// Like `minProperties: 1`, but counts only the members that the schema names, because others are ignored.
ajv.addKeyword({
  keyword: 'x-min-known',
  type: 'object',
  schemaType: 'number',
  compile: (_one: number, parent: object) => {
    const known = Object.keys((parent as { properties: object }).properties)
    return (body: object) => known.some((name) => Object.hasOwn(body, name))
  },
})

// Members that are refused instead of ignored, each with the reason.
ajv.addKeyword({
  keyword: 'x-refused',
  type: 'object',
  schemaType: 'object',
  errors: 'full',
  validate: refuseMembers,
})

/**
 * Returns a function that throws if a value does not match the schema. It is compiled for the first value, because
 * compiling all schemas would delay every start.
 */
export function checkerOf(schema: TSchema): (value: unknown) => void {
  let isValid: ValidateFunction | undefined
  return (value) => {
    isValid ??= ajv.compile(schema)
    if (!isValid(value))
      throw fail('validation_failed', { errors: fieldErrors(isValid.errors as SchemaError[]) })
  }
}

/** Ajv reads the errors from the function itself. */
function refuseMembers(reasons: Record<string, string>, body: object): boolean {
  const errors: object[] = []
  for (const [member, reason] of Object.entries(reasons)) {
    if (!Object.hasOwn(body, member)) continue
    errors.push({ keyword: 'x-refused', instancePath: `/${member}`, params: { reason } })
  }
  refuseMembers.errors = errors
  return errors.length === 0
}
refuseMembers.errors = [] as object[]

interface SchemaError {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
  parentSchema?: {
    type?: string | string[]
    properties?: object
    'x-refusal'?: string
    minimum?: number
    maximum?: number
  }
}

/** The first error of each field: if a value is not a number, its bounds don't matter. */
function fieldErrors(errors: SchemaError[]): FieldError[] {
  const found = errors.map((error) => ({ field: fieldOf(error), message: messageOf(error) }))
  return found.filter(({ field }, index) => found.findIndex((one) => one.field === field) === index)
}

function fieldOf({ instancePath, keyword, params }: SchemaError): string {
  const path = instancePath.split('/').slice(1)
  if (keyword === 'required') path.push(String(params.missingProperty))
  return path.join('.')
}

const kinds: Record<string, string> = {
  string: 'text',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

function messageOf({ keyword, params, parentSchema = {} }: SchemaError): string {
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'type':
      return `must be ${[parentSchema.type]
        .flat()
        .map((type) => kinds[String(type)])
        .join(' or ')}`
    case 'minLength':
      return 'must not be empty'
    case 'maxLength':
      return `must be at most ${params.limit} characters long`
    case 'maxItems':
      return `must have at most ${params.limit} members`
    case 'minimum':
    case 'maximum':
      return `must be from ${parentSchema.minimum} to ${parentSchema.maximum}`
    case 'enum':
      return `must be one of: ${(params.allowedValues as string[]).join(', ')}`
    case 'const':
      return `must be "${params.allowedValue}"`
    case 'pattern':
      return parentSchema['x-refusal'] ?? 'has the wrong form'
    case 'minProperties':
    case 'x-min-known':
      return `must have at least one of: ${Object.keys(parentSchema.properties ?? {}).join(', ')}`
    case 'x-refused':
      return String(params.reason)
    default:
      return 'is not acceptable'
  }
}

/** Far longer than any valid id. */
const longestId = 256

/** Answers 404 to ids that no database could store, so that no handler has to check. */
export function requirePossibleIds(params: object): void {
  for (const id of Object.values(params) as string[])
    if (id.length > longestId || id.includes('\0') || !id.isWellFormed()) throw fail('not_found')
}

/**
 * Converts well-formed query parameters that the schema declares as integers or booleans. The validator
 * refuses the others.
 */
export function readQuery({ properties }: TObject, query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => [
      name,
      readParameter((properties[name] as { type?: string })?.type, text),
    ]),
  )
}

function readParameter(type: string | undefined, text: unknown): unknown {
  if (typeof text !== 'string') return text
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text)
  if (type === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true'
  return text
}
