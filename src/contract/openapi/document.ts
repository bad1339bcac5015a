import type { TSchema } from 'typebox'
import type { RouteName } from '../plain/paths.ts'

/** The part of OpenAPI 3.1 that is used here. */
export interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; contact: Json; license: Json }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Components & { securitySchemes: Json }
}

/** Parts that several operations share, once and by their names. */
export interface Components {
  schemas: Record<string, Schema>
  responses: Record<string, Response>
  parameters: Record<string, Parameter>
  examples: Record<string, Example>
  headers: Record<string, Header>
}

export type Reference = { $ref: `#/components/${keyof Components}/${string}` }

/** `Shared` is `never` once everything is in its place. */
export interface Operation<Shared = Reference> {
  operationId: RouteName
  tags: string[]
  summary: string
  description: string
  /** Alternatives, each the name of a scheme. */
  security: Record<string, never[]>[]
  parameters: (Parameter | Shared)[]
  requestBody?: { required: true; content: Content<Shared> }
  responses: Record<string, Response<Shared> | Shared>
}

export interface Response<Shared = Reference> {
  description: string
  headers: Record<string, Header | Shared>
  content?: Content<Shared>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}

export interface Header {
  description: string
  required: boolean
  schema: Schema
  example: unknown
}

export interface Schema extends Json {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  examples?: unknown[]
  'x-refused'?: Record<string, string>
}

export type Content<Shared = Reference> = Record<
  string,
  { schema: Schema; example?: unknown; examples?: Record<string, Example | Shared> }
>
interface Example {
  value: unknown
}
export type Json = Record<string, unknown>

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

/** An operation with its method and path, and with all but named schemas in their places. */
export interface Endpoint extends Operation<never> {
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

  function whole(operation: Operation): Operation<never> {
    return JSON.parse(JSON.stringify(operation, (_key, value) => found(value?.$ref) ?? value))
  }

  function found(reference: unknown): unknown {
    const [, kind, name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(String(reference)) ?? []
    return kind === 'schemas' ? undefined : components[kind as keyof typeof components]?.[name]
  }
}
