import type { TSchema } from 'typebox'
import { isTemporary, type Problem, type ProblemName, problem } from '../problem.ts'

interface Sampled {
  type?: string | string[]
  properties?: Record<string, TSchema>
  required?: string[]
  items?: TSchema
  const?: unknown
  examples?: unknown[]
}

/**
 * An example of a schema, composed of the `examples` of its parts: every required member, and lists with one
 * item. `given` replaces any part of it, and adds optional members.
 */
export function exampleOf(schema: TSchema, given?: unknown): unknown {
  const { properties, required = [], items, const: only, examples } = schema as Sampled
  if (properties) {
    const wanted = (given ?? {}) as Record<string, unknown>
    const present = Object.entries(properties).filter(([name]) => required.includes(name) || name in wanted)
    return Object.fromEntries(present.map(([name, member]) => [name, exampleOf(member, wanted[name])]))
  }
  if (items && Array.isArray(given)) return given.map((item) => exampleOf(items, item))
  if (given !== undefined) return given
  if (examples) return examples[0]
  return items ? [exampleOf(items)] : only
}

export const exampleOfProblem = (name: ProblemName): Problem =>
  problem(name, {
    ...(name === 'validation_failed' && { errors: [{ field: 'text', message: 'must not be empty' }] }),
    ...(isTemporary(name) && { retry_after: 42 }),
  })
