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

/** What several operations have in common, once and by its name. */
export interface Components {
  schemas: Record<string, Schema>
  responses: Record<string, Response<Shared>>
  parameters: Record<string, Parameter>
  examples: Record<string, Example>
  headers: Record<string, Header>
}

export type Reference = { $ref: `#/components/${keyof Components}/${string}` }

interface Shared {
  response: Response<Shared> | Reference
  parameter: Parameter | Reference
  example: Example | Reference
  header: Header | Reference
}

/** Everything in its place, as programs that read the document see it. */
export interface Whole {
  response: Response<Whole>
  parameter: Parameter
  example: Example
  header: Header
}

export interface Operation<Parts extends Shared = Shared> {
  operationId: RouteName
  tags: string[]
  summary: string
  description: string
  /** Alternatives, each the name of a scheme. */
  security: Record<string, never[]>[]
  parameters: Parts['parameter'][]
  requestBody?: { required: true; content: Content<Parts> }
  responses: Record<string, Parts['response']>
}

export interface Response<Parts extends Shared = Shared> {
  description: string
  headers: Record<string, Parts['header']>
  content?: Content<Parts>
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

export type Content<Parts extends Shared = Shared> = Record<string, Media<Parts>>
interface Media<Parts extends Shared> {
  schema: Schema
  example?: unknown
  examples?: Record<string, Parts['example']>
}
interface Example {
  value: unknown
}
export type Json = Record<string, unknown>
