import { openapi } from '../../../src/contract/openapi/openapi.ts'
import { endpointsOf } from '../../support/service/described.ts'

export const document = openapi('https://inboard.example/board', '1.2.3')
export const operations = endpointsOf(document)

/** Every object in the document, with its JSON pointer. */
export function* objectsIn(
  value: unknown,
  at = '#',
): Generator<[at: string, object: Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [at, value as Record<string, unknown>]
  for (const [key, inner] of Object.entries(value)) {
    yield* objectsIn(inner, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
}

export const resolve = (reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce((at: unknown, key) => (at as Record<string, unknown>)?.[key], document)
