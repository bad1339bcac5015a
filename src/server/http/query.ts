import type { TObject } from 'typebox'

/**
 * Query parameters are text by nature. Those that the schema calls integers or booleans are converted here, if they are
 * written as one; everything else is left for the validator to refuse.
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
