/**
 * A schema, or a document full of them, whose objects have the members that are declared and no others. Answers may gain
 * members, so the published schemas leave that open; our own tests do not.
 */
export function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const { allOf, ...rest } = schema as Record<string, unknown>
  const copy = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, closed(inner)]))
  return {
    ...copy,
    // The parts of an allOf only add to each other.
    ...(allOf !== undefined && { allOf }),
    ...(copy.type === 'object' && copy.properties !== undefined && { additionalProperties: false }),
  } as T
}
