import type { TSchema } from 'typebox'
import type { Components, Reference, Schema } from './document.ts'

/** Puts something into the components, and refers to it. */
export function share<Kind extends keyof Components>(
  components: Components,
  kind: Kind,
  name: string,
  value: Components[Kind][string],
): Reference {
  components[kind][name] = value
  return { $ref: `#/components/${kind}/${name}` }
}

/** Turns schemas with an `$id` into components, and refers to them everywhere else. */
export function schemaIn(components: Components, schema: TSchema): Schema {
  return plain(schema) as Schema

  function plain(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(plain)
    if (typeof value !== 'object' || value === null) return value
    const { $id, ...rest } = value as TSchema & { $id?: string }
    const copy = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, plain(inner)]))
    return $id ? share(components, 'schemas', $id, copy) : copy
  }
}
