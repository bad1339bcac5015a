/**
 * Adds `additionalProperties: false` to every object in a schema or a document. The published schemas allow further
 * members, because a later version may add some; our tests must notice a member that is not declared.
 */
export function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const { allOf, ...rest } = schema as Record<string, unknown>
  const copy = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, closed(inner)]))
  return {
    ...copy,
    // The parts of an `allOf` stay open: each would refuse the members that the others declare.
    ...(allOf !== undefined && { allOf }),
    ...(copy.type === 'object' && copy.properties !== undefined && { additionalProperties: false }),
  } as T
}

/** A schema whose references lead to the components of the schema "document", which are then compiled once for all. */
export const referringTo = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'))
