import type { TSchema } from 'typebox'
import { ApiTokenId, SessionId, scopes, scopesThatAllow, type TokenScope } from '../access.ts'
import { BinItemId } from '../bin.ts'
import { CardId } from '../card.ts'
import { PasskeyId } from '../passkey.ts'
import type { RouteName } from '../plain/paths.ts'
import { codeOf, Problem, type ProblemName, problems } from '../problem.ts'
import { ProjectId } from '../project.ts'
import { groups, isRevised, methodAndPath, problemsAt, type Route, routeNames, routes } from '../routes.ts'
import { Always, Natural, Words } from '../values.ts'
import {
  type Api,
  type Components,
  type Endpoint,
  type Header,
  type OpenApi,
  type Operation,
  type Parameter,
  type Response,
  referring,
  type Schema,
  shared,
} from './document.ts'
import { exampleOf, exampleOfProblem } from './examples.ts'

/** The OpenAPI 3.1 document, generated from the schemas that requests are validated against. */
export const openapi = (serverUrl: string, version: string): OpenApi => documentOf(apiOf(serverUrl, version))

export const apiOf = (serverUrl: string, version: string): Api => ({
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
  endpoints: routeNames.map((name) => endpointOf(name, ...methodAndPath(name), routes[name])),
})

export function documentOf({ endpoints, ...api }: Api): OpenApi {
  const components: Components = { schemas: {}, responses: {}, parameters: {}, examples: {}, headers: {} }
  const paths: OpenApi['paths'] = {}
  for (const { method, path, ...operation } of endpoints) {
    paths[path] ??= {}
    paths[path][method.toLowerCase()] = referring(operation, components) as Operation
  }
  return { openapi: '3.1.0', ...api, paths, components: { ...components, securitySchemes } }
}

/** Describes one endpoint. */
export const endpointOf = (name: RouteName, method: string, path: string, route: Route): Endpoint => ({
  operationId: name,
  method,
  path,
  tags: [route.group],
  summary: route.summary,
  description: route.about,
  security: securityOf(route),
  parameters: [...pathParameters(path), ...queryParameters(route), ...headerParameters(route)],
  ...(route.body && {
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: route.body as Schema,
          example: exampleOf(route.body, route.example?.body),
        },
        ...Object.fromEntries(
          Object.entries(route.fileTypes ?? {}).map(([type, example]) => [
            type,
            { schema: { type: 'string', maxLength: route.bodyLimit }, example },
          ]),
        ),
      },
    },
  }),
  responses: {
    ...(route.query?.properties.dry_run && { 200: success({ ...route, status: 200 }) }),
    [route.status]: success(route),
    ...problemAnswers(problemsAt(path, route)),
  },
})

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

function securityOf({ access }: Route): Endpoint['security'] {
  if (access === 'public') return []
  const allowed = access === 'session' ? [] : scopesThatAllow[access]
  return ['session', ...allowed.map(schemeOf)].map((name) => ({ [name]: [] }))
}

/** The schemas of ids, by the collection before them in a path. */
const ids: Record<string, Record<string, TSchema>> = {
  bin: { BinItemId },
  cards: { CardId },
  passkeys: { PasskeyId },
  projects: { ProjectId },
  sessions: { SessionId },
  tokens: { ApiTokenId },
}

const pathParameters = (path: string) =>
  [...path.matchAll(/(\w+)\/\{(\w+)\}/g)].map(([, collection = '', name = '']) => {
    const [[kind, schema] = []] = Object.entries(ids[collection] ?? {})
    const found = parameter(name, 'path', true, schema)
    return kind ? shared('parameters', kind, found) : found
  })

const queryParameters = ({ query }: Route) =>
  Object.entries(query?.properties ?? {}).map(([name, schema]) =>
    parameter(name, 'query', query?.required?.includes(name) ?? false, schema),
  )

function headerParameters({ write, conditional, minimal, stream }: Route) {
  const used = { 'Idempotency-Key': write, 'If-Match': conditional, Prefer: minimal, 'Last-Event-ID': stream }
  return Object.entries(used).flatMap(([name, isUsed]) =>
    isUsed ? shared('parameters', name, parameter(name, 'header', false, headers[name])) : [],
  )
}

const headers: Record<string, TSchema> = {
  'Idempotency-Key': {
    ...Words(
      'A key for this request. The same request with the same key is done once, however often it is sent. If the key is a UUID in lower case, it becomes the id of the created item.',
      '01a1dd4b-3f76-7000-8c01-da6315d4a075',
    ),
    pattern: '^[!-~]{1,128}$',
  },
  'If-Match': Words(
    'The `ETag` of the version that you have read. If the item has changed since, nothing is done.',
    '"41"',
  ),
  Prefer: Words(
    'With `return=minimal`, the response omits what the client already knows (RFC 7240).',
    'return=minimal',
  ),
  'Last-Event-ID': Words('The id of the last event received. It takes precedence over `since`.', '41'),
}

function parameter(name: string, place: Parameter['in'], required: boolean, ofType: TSchema = {}): Parameter {
  const { description, ...schema } = ofType as Schema
  return { name, in: place, required, ...(description && { description }), schema }
}

function header(ofType: TSchema, required = true): Header {
  const { description = '', examples: [example] = [], ...schema } = ofType as Schema
  return { description, required, schema, example }
}

/** Headers that several responses have. */
const responseHeaders = {
  'X-Request-Id': header(Words("The id of this request in the server's log.", 'q3Zt0bYx-1a')),
  'Inboard-Version': header(Words('The version of the server.', '1.0.0')),
  'Inboard-Seq': header(Natural('The sequence number of the change; the current one if nothing changed.')),
  'Idempotency-Replayed': header(
    Always('true', 'Present if the request was done before and was not repeated.', 'true'),
    false,
  ),
  ETag: header(Words('The revision of the item, in quotes.', '"41"')),
  'WWW-Authenticate': header(Always('Bearer', 'How to authenticate.', 'Bearer')),
  'Inboard-Token': header(
    Always('missing', 'Present if no token has arrived. If you sent one, a proxy has removed it.', 'missing'),
    false,
  ),
  'Retry-After': header(
    Natural('After how many seconds a retry may succeed; with 429, the same as `retry_after`.', 42, {
      minimum: 1,
    }),
  ),
}

const headersOf = (...names: (false | keyof typeof responseHeaders)[]) =>
  Object.fromEntries(
    ['X-Request-Id' as const, 'Inboard-Version' as const, ...names].flatMap((name) =>
      name ? [[name, shared('headers', name, responseHeaders[name])]] : [],
    ),
  )

function success(route: Route): Response {
  const { status, answer, collection, location, write, stream, example } = route
  const value = answer && exampleOf(answer, example?.answer)
  const place = collection
    ? Words('The path of the new item.', `${collection}/${idIn(value)}`)
    : location && Words('Where the created items are listed.', location)
  return {
    description: { 200: 'Done', 201: 'Created', 202: 'Accepted', 204: 'Deleted' }[status],
    headers: {
      ...headersOf(
        isRevised(route) && 'ETag',
        write === true && 'Inboard-Seq',
        write === true && 'Idempotency-Replayed',
      ),
      ...(place && status === 201 && { Location: header(place) }),
      ...(route.download && {
        'Content-Disposition': header(
          Words('The name for the file.', 'attachment; filename="inboard-2026-11-15.json"'),
        ),
      }),
      ...(stream && { 'Inboard-Seq': header(Natural('The number after which the stream begins.', 41)) }),
    },
    ...(answer && {
      content: stream
        ? { 'text/event-stream': { schema: { type: 'string' }, example: eventExample(value) } }
        : { 'application/json': { schema: answer as TSchema as Schema, example: value } },
    }),
  }
}

const eventExample = (value: unknown) =>
  `event: changes\nid: ${(value as { seq: number }).seq}\ndata: ${JSON.stringify(value)}\n\n`

/** The id of what was created, which is the first member of the response. */
const idIn = (answer: unknown) =>
  (Object.values(answer as Record<string, { id: string }>)[0] as { id: string }).id

function problemAnswers(names: ProblemName[]): Endpoint['responses'] {
  const byStatus = Map.groupBy(names, (name) => problems[name].status)
  return Object.fromEntries([...byStatus].map(([status, those]) => [status, problemAnswer(status, those)]))
}

/** Few combinations of problems exist. The body has a name, too, because some generators find no other types. */
function problemAnswer(status: number, those: ProblemName[]): Response {
  const name = those.map(inPascalCase).join('Or')
  const codes = those.map((one) => `\`${codeOf(one)}\``)
  const schema = shared('schemas', `${name}Problem`, {
    description: `A problem with the code ${codes.join(' or ')}.`,
    allOf: [
      Problem,
      {
        type: 'object',
        properties: {
          status: { type: 'integer', const: status },
          code: { type: 'string', enum: those.map(codeOf) },
        },
        required: ['status', 'code'],
      },
    ],
  })
  const examples = Object.fromEntries(
    those.map((one) => [codeOf(one), shared('examples', one, { value: exampleOfProblem(one) })]),
  )
  return shared('responses', name, {
    description: those
      .map((one, index) => `${codes[index]}: ${problems[one].detail.replace('{retry_after}', 'N')}`)
      .join('\n\n'),
    headers: headersOf(
      status === 401 && 'WWW-Authenticate',
      status === 401 && 'Inboard-Token',
      (status === 429 || status === 503) && 'Retry-After',
    ),
    content: { 'application/problem+json': { schema, examples } },
  })
}

/** `id_taken` → `IdTaken` */
const inPascalCase = (name: ProblemName) =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
