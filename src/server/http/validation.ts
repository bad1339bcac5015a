import type { FastifyServerOptions } from 'fastify'
import type { FieldError } from '../../contract/problem.ts'

type AjvOptions = NonNullable<FastifyServerOptions['ajv']>

/** Bodies are held against their schemas as they are: nothing is coerced, filled in or taken out, only trimmed. */
export const ajv: AjvOptions = {
  customOptions: {
    coerceTypes: false,
    useDefaults: false,
    removeAdditional: false,
    allErrors: true,
    verbose: true,
    strict: false,
  },
  plugins: [
    (instance) =>
      instance.addKeyword({
        keyword: 'trim',
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
      }),
  ],
}

interface SchemaError {
  keyword: string
  instancePath: string
  schemaPath: string
  params: Record<string, unknown>
  parentSchema?: {
    type?: string | string[]
    description?: string
    refusal?: string
    minimum?: number
    maximum?: number
  }
}

// A list of numbers where ids belong has as many mistakes as members; nobody reads more than some.
const mostErrors = 20

export function fieldErrors(errors: SchemaError[]): FieldError[] {
  return errors
    .filter(({ schemaPath }) => !schemaPath.includes('/anyOf/'))
    .slice(0, mostErrors)
    .map((error) => ({ field: fieldOf(error), message: messageOf(error) }))
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
    case 'const':
      return `must be "${params.allowedValue}"`
    case 'pattern':
      return parentSchema.refusal ?? 'has the wrong form'
    default:
      return (
        parentSchema.description?.replace(/^[A-Z]/, (letter) => letter.toLowerCase()) ?? 'is not acceptable'
      )
  }
}
