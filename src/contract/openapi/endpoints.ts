import type { OpenApi, Operation, Whole } from './document.ts'

/** An operation with its method and path, and with all but named schemas in their places. */
export interface Endpoint extends Operation<Whole> {
  method: string
  path: string
}

export function endpointsOf({ paths, components }: OpenApi): Endpoint[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...whole(operation),
      method: method.toUpperCase(),
      path,
    })),
  )

  function whole(operation: Operation): Operation<Whole> {
    return JSON.parse(JSON.stringify(operation, (_key, value) => found(value?.$ref) ?? value))
  }

  function found(reference: unknown): unknown {
    const [, kind, name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(String(reference)) ?? []
    return kind === 'schemas' ? undefined : components[kind as keyof typeof components]?.[name]
  }
}
