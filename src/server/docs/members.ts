import type { Schema } from '../../contract/openapi/document.ts'

interface Member {
  /** Includes the names of enclosing members: `credential.rawId`, `cards[].id`. */
  name: string
  type: string
  bounds: string
  required: boolean
  description: string | undefined
}

/** Flattens a schema into a list of members, whatever their depth. */
export function membersOf(schema: Schema, named: Record<string, Schema>) {
  const members: Member[] = []
  const resolve = (one: Schema): Schema => (one.$ref ? (named[one.$ref.split('/').at(-1) ?? ''] ?? one) : one)
  collect(resolve(schema), '')
  return { description: resolve(schema).description, members }

  function collect({ properties = {}, required = [], ...rest }: Schema, path: string): void {
    for (const [key, reference] of Object.entries(properties)) {
      const member = resolve(reference)
      const item = member.items && resolve(member.items)
      const name = path + key
      members.push({
        name,
        type: item ? `list of ${typeOf(item)}s` : typeOf(member),
        bounds: boundsOf(member),
        required: required.includes(key),
        description: member.description,
      })
      collect(item ?? member, item ? `${name}[].` : `${name}.`)
    }
    for (const [key, description] of Object.entries(rest['x-refused'] ?? {}))
      members.push({ name: path + key, type: 'refused', bounds: '', required: false, description })
  }
}

function typeOf({ type, format }: Schema): string {
  return format === 'date-time'
    ? [type].flat().join(' or ').replace('string', 'time')
    : [type].flat().join(' or ')
}

function boundsOf(schema: Schema): string {
  const { minLength, maxLength, minimum, maximum, maxItems } = schema
  const bounds = [
    'const' in schema && JSON.stringify(schema.const),
    Array.isArray(schema.enum) && schema.enum.join(', '),
    (minLength !== undefined || maxLength !== undefined) && `${range(minLength ?? 0, maxLength)} characters`,
    (minimum !== undefined || maximum !== undefined) && range(minimum, maximum),
    maxItems !== undefined && `at most ${maxItems}`,
    schema['x-trim'] && 'trimmed',
    schema['x-refusal'],
  ]
  return bounds.filter(Boolean).join(', ')
}

const range = (least: unknown, most: unknown) =>
  most === undefined ? `${least} or more` : `${least} to ${most}`
