import { scopes, scopesThatAllow, type TokenScope } from '../access.ts'
import { groups, methodAndPath, problemsAt, type Route, routeNames, routes } from '../routes.ts'
import { schemaIn } from './components.ts'
import type { Components, Content, OpenApi, Operation } from './document.ts'
import { exampleOf } from './examples.ts'
import { parametersOf } from './parameters.ts'
import { problemAnswers, success } from './responses.ts'

/** The OpenAPI 3.1 document, generated from the schemas that requests are validated against. */
export function openapi(serverUrl: string, version: string): OpenApi {
  const components: Components = { schemas: {}, responses: {}, parameters: {}, examples: {}, headers: {} }
  const paths: OpenApi['paths'] = {}
  for (const name of routeNames) {
    const [method, path] = methodAndPath(name)
    const operations = paths[path] ?? {}
    operations[method.toLowerCase()] = operation(name, path, routes[name], components)
    paths[path] = operations
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Inboard',
      version,
      description:
        'A passwordless kanban service: one inbox, your projects. Lists come whole, and every error is an RFC 9457 problem with a stable `code`.',
      contact: { name: 'Whoever runs this server', url: serverUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags: Object.entries(groups).map(([name, description]) => ({ name, description })),
    paths,
    components: { ...components, securitySchemes },
  }
}

/** Describes one endpoint, and adds what it shares with others to `components`. */
export function operation<Name extends string>(
  name: Name,
  path: string,
  route: Route,
  components: Components,
) {
  return {
    operationId: name,
    tags: [route.group],
    summary: route.summary,
    description: route.about,
    security: securityOf(route),
    parameters: parametersOf(path, route, components),
    ...(route.body && {
      requestBody: {
        required: true as const,
        content: {
          'application/json': {
            schema: schemaIn(components, route.body),
            example: exampleOf(route.body, route.example?.body),
          },
          ...filesOf(route),
        },
      },
    }),
    responses: {
      ...(route.query?.properties.dry_run && { 200: success({ ...route, status: 200 }, components) }),
      [route.status]: success(route, components),
      ...problemAnswers(problemsAt(path, route), components),
    },
  } satisfies Omit<Operation, 'operationId'> & { operationId: Name }
}

const filesOf = ({ fileTypes = {}, bodyLimit }: Route): Content =>
  Object.fromEntries(
    Object.entries(fileTypes).map(([type, example]) => [
      type,
      { schema: { type: 'string', ...(bodyLimit && { maxLength: bodyLimit }) }, example },
    ]),
  )

const bearer = { type: 'http', scheme: 'bearer' }

// One scheme for each scope: OpenAPI 3.1 could list scopes beside a single one, but few tools accept that.
const securitySchemes = {
  session: { ...bearer, bearerFormat: 'JWT', description: 'The `token` of a session.' },
  ...Object.fromEntries(
    scopes.map((scope) => [
      schemeOf(scope),
      { ...bearer, description: `An API token with the scope \`${scope}\`.` },
    ]),
  ),
}

function schemeOf(scope: TokenScope) {
  return `${scope}_token`
}

function securityOf({ access }: Route): Operation['security'] {
  if (access === 'public') return []
  const allowed = access === 'session' ? [] : scopesThatAllow[access]
  return ['session', ...allowed.map(schemeOf)].map((name) => ({ [name]: [] }))
}
