import { ApiTokenId, SessionId, scopes, scopesThatAllow, type TokenScope } from '../access.ts'
import { BinItemId } from '../bin.ts'
import { CardId } from '../card.ts'
import { PasskeyId } from '../passkey.ts'
import { ProjectId } from '../project.ts'
import { groups, methodAndPath, problemsAt, type Route, routeNames, routes } from '../routes.ts'
import { schemaIn, share } from './components.ts'
import type { Components, Content, OpenApi, Operation, Parameter, Schema } from './document.ts'
import { exampleOf } from './examples.ts'
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

const parametersOf = (path: string, route: Route, components: Components): Operation['parameters'] => [
  ...pathParameters(path, components),
  ...queryParameters(route, components),
  ...headerParameters(route, components),
]

const ids = { BinItemId, CardId, PasskeyId, ProjectId, SessionId, ApiTokenId }

const idsIn: Record<string, keyof typeof ids> = {
  bin: 'BinItemId',
  cards: 'CardId',
  passkeys: 'PasskeyId',
  projects: 'ProjectId',
  sessions: 'SessionId',
  tokens: 'ApiTokenId',
}

const pathParameters = (path: string, components: Components) =>
  [...path.matchAll(/(\w+)\/\{(\w+)\}/g)].map(([, collection = '', name = '']) => {
    const kind = idsIn[collection]
    if (!kind) return parameter(name, 'path', true, {})
    return share(
      components,
      'parameters',
      kind,
      parameter(name, 'path', true, schemaIn(components, ids[kind])),
    )
  })

const queryParameters = ({ query }: Route, components: Components) =>
  Object.entries(query?.properties ?? {}).map(([name, schema]) =>
    parameter(name, 'query', query?.required?.includes(name) ?? false, schemaIn(components, schema)),
  )

function headerParameters({ write, conditional, minimal, stream }: Route, components: Components) {
  const names = [
    write && 'Idempotency-Key',
    conditional && 'If-Match',
    minimal && 'Prefer',
    stream && 'Last-Event-ID',
  ] as const
  return names.flatMap((name) =>
    name ? share(components, 'parameters', name, parameter(name, 'header', false, headers[name])) : [],
  )
}

const headers = {
  'Idempotency-Key': {
    type: 'string',
    pattern: '^[!-~]{1,128}$',
    description:
      'A key for this request. The same request with the same key is done once, however often it is sent. If the key is a UUID in lower case, it becomes the id of the created item.',
    examples: ['01a1dd4b-3f76-7000-8c01-da6315d4a075'],
  },
  'If-Match': {
    type: 'string',
    description:
      'The `ETag` of the version that you have read. If the item has changed since, nothing is done.',
    examples: ['"41"'],
  },
  Prefer: {
    type: 'string',
    description: 'With `return=minimal`, the response omits what the client already knows (RFC 7240).',
    examples: ['return=minimal'],
  },
  'Last-Event-ID': {
    type: 'string',
    description: 'The id of the last event received. It takes precedence over `since`.',
    examples: ['41'],
  },
} satisfies Record<string, Schema>

const parameter = (
  name: string,
  place: Parameter['in'],
  required: boolean,
  { description, ...schema }: Schema,
): Parameter => ({ name, in: place, required, ...(description && { description }), schema })
