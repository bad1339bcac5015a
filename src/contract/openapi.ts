import type { TSchema } from 'typebox'
import { codeOf, Problem, type ProblemName, problems } from './problem.ts'
import { methodAndPath, problemsOf, type Route, routeNames, routes } from './routes.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the very schemas that requests are validated against. */
export function openapi(serverUrl: string, version: string): Json {
  const components: Json = {}
  const paths: Record<string, Json> = {}
  for (const name of routeNames) {
    const [method, path] = methodAndPath(name)
    const operations = paths[path] ?? {}
    operations[method.toLowerCase()] = operation(name, path, components)
    paths[path] = operations
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Inboard',
      version,
      description: 'A passwordless kanban service. Errors are RFC 9457 problems with a stable `code`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(routeNames.map((name) => routes[name].group))].map((group) => ({ name: group })),
    paths,
    components: {
      schemas: components,
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

function operation(name: (typeof routeNames)[number], path: string, components: Json): Json {
  const route: Route = routes[name]
  return {
    operationId: name,
    tags: [route.group],
    summary: route.summary,
    ...(route.about && { description: route.about }),
    security: route.public ? [] : [{ session: [] }],
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => ({
      name: param,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: reference(route.body, components) } },
      },
    }),
    responses: {
      [route.status]: success(route, components),
      ...problemAnswers(problemsOf(name), components),
    },
  }
}

function success(route: Route, components: Json): Json {
  return {
    description: { 200: 'Done', 201: 'Created', 202: 'Accepted', 204: 'Gone' }[route.status],
    headers: {
      'X-Request-Id': { schema: { type: 'string' } },
      ...(route.collection && {
        Location: { schema: { type: 'string' }, description: 'Where the new thing is' },
      }),
    },
    ...(route.answer && { content: { 'application/json': { schema: reference(route.answer, components) } } }),
  }
}

function problemAnswers(names: ProblemName[], components: Json): Json {
  const byStatus = Map.groupBy(names, (name) => problems[name].status)
  const answers = [...byStatus].map(([status, those]) => {
    const codes = those.map(codeOf)
    const schema = {
      allOf: [
        reference(Problem, components),
        { properties: { status: { const: status }, code: { enum: codes } } },
      ],
    }
    const headers = {
      'X-Request-Id': { schema: { type: 'string' } },
      ...(status === 401 && { 'WWW-Authenticate': { schema: { type: 'string' } } }),
      ...(status === 429 && { 'Retry-After': { schema: { type: 'integer' } } }),
    }
    const description = those.map((name) => `\`${codeOf(name)}\`: ${problems[name].detail}`).join('\n\n')
    return [status, { description, headers, content: { 'application/problem+json': { schema } } }]
  })
  return Object.fromEntries(answers)
}

/** Schemas with an `$id` become named components, and are referred to from everywhere else. */
function reference(schema: unknown, components: Json): unknown {
  if (Array.isArray(schema)) return schema.map((item) => reference(item, components))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $id, ...rest } = schema as TSchema & { $id?: string }
  const plain = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, reference(value, components)]),
  )
  if (!$id) return plain
  components[$id] = plain
  return { $ref: `#/components/schemas/${$id}` }
}
