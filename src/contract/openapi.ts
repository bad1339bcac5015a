import type { TSchema } from 'typebox'
import type { RouteName } from './paths.ts'
import { codeOf, Problem, type ProblemName, problems } from './problem.ts'
import { groups, methodAndPath, problemsOf, type Route, routeNames, routes } from './routes.ts'
import { Id } from './values.ts'

/** As much of the document's shape as its readers here need to know. */
export interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: Json }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Json }
}

export interface Operation {
  operationId: RouteName
  tags: string[]
  summary: string
  description?: string
  security: object[]
  parameters: { name: string; in: 'path'; required: true; schema: Schema }[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, { description: string; headers: Json; content?: Content }>
}

export interface Schema extends Json {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}

type Content = Record<string, { schema: Schema; example?: object }>
type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the very schemas that requests are validated against. */
export function openapi(serverUrl: string, version: string): OpenApi {
  const schemas: Record<string, Schema> = {}
  const paths: OpenApi['paths'] = {}
  for (const name of routeNames) {
    const [method, path] = methodAndPath(name)
    const operations = paths[path] ?? {}
    operations[method.toLowerCase()] = operation(name, path, schemas)
    paths[path] = operations
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Inboard',
      version,
      description:
        'A passwordless kanban service: one inbox, your projects. Every error is an RFC 9457 problem with a stable `code`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags: Object.entries(groups).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The `token` of a session.',
        },
      },
    },
  }
}

function operation(name: RouteName, path: string, schemas: Json): Operation {
  const route: Route = routes[name]
  return {
    operationId: name,
    tags: [route.group],
    summary: route.summary,
    ...(route.about && { description: route.about }),
    security: route.public ? [] : [{ session: [] }],
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => ({
      name: param,
      in: 'path',
      required: true,
      schema: reference(Id, schemas),
    })),
    ...(route.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: reference(route.body, schemas),
            ...(route.example && { example: route.example }),
          },
        },
      },
    }),
    responses: { [route.status]: success(route, schemas), ...problemAnswers(problemsOf(name), schemas) },
  }
}

const requestId = {
  'X-Request-Id': { schema: { type: 'string' }, description: 'Finds the request in the server’s log' },
}

function success(route: Route, schemas: Json): Operation['responses'][string] {
  return {
    description: { 200: 'Done', 201: 'Created', 202: 'Accepted', 204: 'Deleted' }[route.status],
    headers: {
      ...requestId,
      ...(route.collection && {
        Location: { schema: { type: 'string' }, description: 'Where the new thing is' },
      }),
    },
    ...(route.answer && { content: { 'application/json': { schema: reference(route.answer, schemas) } } }),
  }
}

function problemAnswers(names: ProblemName[], schemas: Json): Operation['responses'] {
  const byStatus = Map.groupBy(names, (name) => problems[name].status)
  const answers = [...byStatus].map(([status, those]) => {
    const codes = those.map(codeOf)
    const schema = {
      allOf: [
        reference(Problem, schemas),
        { properties: { status: { const: status }, code: { enum: codes } } },
      ],
    }
    const headers = {
      ...requestId,
      ...(status === 401 && { 'WWW-Authenticate': { schema: { const: 'Bearer' } } }),
      ...(status === 429 && { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds' } }),
    }
    const description = those.map((name) => `\`${codeOf(name)}\`: ${problems[name].detail}`).join('\n\n')
    return [status, { description, headers, content: { 'application/problem+json': { schema } } }]
  })
  return Object.fromEntries(answers)
}

/** Schemas with an `$id` become named components, and are referred to from everywhere else. */
function reference(schema: TSchema, schemas: Json): Schema {
  return plain(schema) as Schema

  function plain(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(plain)
    if (typeof value !== 'object' || value === null) return value
    const { $id, ...rest } = value as TSchema & { $id?: string }
    const copy = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, plain(inner)]))
    if (!$id) return copy
    schemas[$id] = copy
    return { $ref: `#/components/schemas/${$id}` }
  }
}
