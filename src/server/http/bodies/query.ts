import type { TObject } from 'typebox'

/**
 * Converts well-formed query parameters that the schema declares as integers or booleans. The validator
 * refuses the others.
 */
export function readQuery({ properties }: TObject, query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => [
      name,
      read((properties[name] as { type?: string })?.type, text),
    ]),
  )
}

function read(type: string | undefined, text: unknown): unknown {
  if (typeof text !== 'string') return text
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text)
  if (type === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true'
  return text
}
