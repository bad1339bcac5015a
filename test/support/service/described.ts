import type { Endpoint, OpenApi } from '../../../src/contract/openapi/document.ts'

/** The endpoints of a document, with all but named schemas in their places. */
export function endpointsOf({ paths, components }: OpenApi): Endpoint[] {
  const found = (reference: unknown): unknown => {
    const [, kind, name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(String(reference)) ?? []
    return kind === 'schemas' ? undefined : components[kind as keyof typeof components]?.[name]
  }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...JSON.parse(JSON.stringify(operation, (_key, value) => found(value?.$ref) ?? value)),
      method: method.toUpperCase(),
      path,
    })),
  )
}
