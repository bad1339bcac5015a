import type { RouteName } from '../plain/paths.ts'

/** The part of OpenAPI 3.1 that is used here. */
export interface OpenApi extends Omit<Api, 'endpoints'> {
  openapi: '3.1.0'
  paths: Record<string, Record<string, Operation>>
  components: Components & { securitySchemes: Json }
}

/** An endpoint at its place, where other things refer to parts of it by their names. */
export type Operation = Omit<Endpoint, 'method' | 'path'>

/** Parts that several operations share, once and by their names. */
export interface Components extends Record<'responses' | 'parameters' | 'examples' | 'headers', Json> {
  schemas: Record<string, Schema>
}

/** An operation, with its method and path. */
export interface Endpoint {
  operationId: RouteName
  method: string
  path: string
  tags: string[]
  summary: string
  description: string
  /** Alternatives, each the name of a scheme. */
  security: Record<string, never[]>[]
  parameters: Parameter[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, Response>
}

export interface Response {
  description: string
  headers: Record<string, Header>
  content?: Content
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

export type Content = Record<
  string,
  { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }
>
export type Json = Record<string, unknown>

/** Everything that the document and the page say. */
export interface Api {
  info: { title: string; version: string; description: string; contact: Json; license: Json }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  endpoints: Endpoint[]
}

/** The names by which the document refers to things. Schemas have theirs in `$id`. */
const names = new WeakMap<object, [kind: keyof Components, name: string]>()

/** Gives something a name, by which the document refers to it. */
export function shared<Part extends object>(kind: keyof Components, name: string, part: Part): Part {
  names.set(part, [kind, name])
  return part
}

/** Copies a value. Whatever in it has a name becomes a component, and a reference to it. */
export function referring(value: unknown, components: Components): unknown {
  if (Array.isArray(value)) return value.map((item) => referring(item, components))
  if (typeof value !== 'object' || value === null) return value
  const { $id, ...rest } = value as Json & { $id?: string }
  const copy = Object.fromEntries(
    Object.entries(rest).map(([key, inner]) => [key, referring(inner, components)]),
  )
  const known = $id ? (['schemas', $id] as const) : names.get(value)
  if (!known) return copy
  const [kind, name] = known
  components[kind][name] = copy
  return { $ref: `#/components/${kind}/${name}` }
}
