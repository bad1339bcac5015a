import type { TSchema } from 'typebox'
import { ApiTokenId, SessionId, scopesThatAllow } from '../access.ts'
import { BinItemId } from '../bin.ts'
import { CardId } from '../card.ts'
import { PasskeyId } from '../passkey.ts'
import type { RouteName } from '../plain/paths.ts'
import { codeOf, Problem, type ProblemName, problems } from '../problem.ts'
import { ProjectId } from '../project.ts'
import { groups, isRevised, methodAndPath, problemsAt, type Route, routeNames, routes } from '../routes.ts'
import { exampleOf, exampleOfProblem } from './examples.ts'

/** The part of the document's structure that is used here. */
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
  /** Alternatives, each a scheme with the scopes that it needs. */
  security: Record<string, readonly string[]>[]
  parameters: Parameter[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, { description: string; headers: Json; content?: Content }>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
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

type Content = Record<string, Media>
interface Media {
  schema: Schema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
type Json = Record<string, unknown>

/** The OpenAPI 3.1 document, generated from the schemas that requests are validated against. */
export function openapi(serverUrl: string, version: string): OpenApi {
  const schemas: Record<string, Schema> = {}
  const paths: OpenApi['paths'] = {}
  for (const name of routeNames) {
    const [method, path] = methodAndPath(name)
    const operations = paths[path] ?? {}
    operations[method.toLowerCase()] = operation(name, path, routes[name], schemas)
    paths[path] = operations
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Inboard',
      version,
      description:
        'A passwordless kanban service: one inbox, your projects. Every error is an RFC 9457 problem with a stable `code`. A request body that arrives at 8 KiB/s or faster has no time limit. On each instance, an account may have 20 bodies arriving, and 64 MiB of bodies arriving or waiting for their turn.',
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
        api_token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token. Each endpoint lists the scopes that allow its use.',
        },
      },
    },
  }
}

/** Describes one endpoint, and adds the named schemas that it needs to `schemas`. */
export function operation<Name extends string>(name: Name, path: string, route: Route, schemas: Json) {
  return {
    operationId: name,
    tags: [route.group],
    summary: route.summary,
    ...(route.about && { description: route.about }),
    security: securityOf(route),
    parameters: [
      ...pathParameters(path, schemas),
      ...queryParameters(route, schemas),
      ...headerParameters(route),
    ],
    ...(route.body && {
      requestBody: {
        required: true as const,
        content: {
          'application/json': {
            schema: reference(route.body, schemas),
            example: exampleOf(route.body, route.example?.body),
          },
          ...filesOf(route),
        },
      },
    }),
    responses: {
      ...(route.query?.properties.dry_run && { 200: success({ ...route, status: 200 }, schemas) }),
      [route.status]: success(route, schemas),
      ...problemAnswers(problemsAt(path, route), schemas),
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

/** For schemes other than OAuth, OpenAPI 3.1 allows naming the required roles. Ours are scopes. */
function securityOf({ access }: Route): Record<string, readonly string[]>[] {
  if (access === 'public') return []
  if (access === 'session') return [{ session: [] }]
  return [{ session: [] }, ...scopesThatAllow[access].map((scope) => ({ api_token: [scope] }))]
}

const idsIn: Record<string, TSchema> = {
  bin: BinItemId,
  cards: CardId,
  passkeys: PasskeyId,
  projects: ProjectId,
  sessions: SessionId,
  tokens: ApiTokenId,
}

const pathParameters = (path: string, schemas: Json): Parameter[] =>
  [...path.matchAll(/(\w+)\/\{(\w+)\}/g)].map(([, collection = '', name = '']) =>
    parameter(name, 'path', true, reference(idsIn[collection] ?? {}, schemas)),
  )

const queryParameters = ({ query }: Route, schemas: Json): Parameter[] =>
  Object.entries(query?.properties ?? {}).map(([name, schema]) =>
    parameter(name, 'query', query?.required?.includes(name) ?? false, reference(schema, schemas)),
  )

const headerParameters = ({ write, conditional, minimal, stream }: Route): Parameter[] => [
  ...(write ? [parameter('Idempotency-Key', 'header', false, idempotencyKey)] : []),
  ...(conditional ? [parameter('If-Match', 'header', false, ifMatch)] : []),
  ...(minimal ? [parameter('Prefer', 'header', false, prefer)] : []),
  ...(stream ? [parameter('Last-Event-ID', 'header', false, lastEventId)] : []),
]

const idempotencyKey: Schema = {
  type: 'string',
  pattern: '^[!-~]{1,128}$',
  description:
    'A key for this request. The same request with the same key is done once, however often it is sent. If the key is a UUID in lower case, it becomes the id of the created item.',
  examples: ['01a1dd4b-3f76-7000-8c01-da6315d4a075'],
}
const ifMatch: Schema = {
  type: 'string',
  description:
    'The `ETag` of the version that you have read. If the item has changed since, nothing is done.',
  examples: ['"41"'],
}
const prefer: Schema = {
  type: 'string',
  description: 'With `return=minimal`, the response omits what the client already knows (RFC 7240).',
  examples: ['return=minimal'],
}
const lastEventId: Schema = {
  type: 'string',
  description: 'The id of the last event received. It takes precedence over `since`.',
  examples: ['41'],
}

const parameter = (
  name: string,
  place: Parameter['in'],
  required: boolean,
  { description, ...schema }: Schema,
): Parameter => ({ name, in: place, required, ...(description && { description }), schema })

const onEveryAnswer = {
  'X-Request-Id': header("The id of this request in the server's log.", { type: 'string' }, 'q3Zt0bYx-1a'),
  'Inboard-Version': header('The version of the server.', { type: 'string' }, '1.0.0'),
}

function header(description: string, schema: Schema, example: unknown) {
  return { description, required: true, schema, example }
}

function success(route: Route, schemas: Json): Operation['responses'][string] {
  const { status, answer, collection, location, write, stream, example } = route
  const value = answer && exampleOf(answer, example?.answer)
  return {
    description: { 200: 'Done', 201: 'Created', 202: 'Accepted', 204: 'Deleted' }[status],
    headers: {
      ...onEveryAnswer,
      ...(collection && {
        Location: header('The path of the new item.', { type: 'string' }, `${collection}/${idIn(value)}`),
      }),
      ...(location &&
        status === 201 && {
          Location: header('Where the created items are listed.', { type: 'string' }, location),
        }),
      ...(route.download && {
        'Content-Disposition': header(
          'The name for the file.',
          { type: 'string' },
          'attachment; filename="inboard-2026-11-15.json"',
        ),
      }),
      ...(isRevised(route) && {
        ETag: header('The revision of the item, in quotes.', { type: 'string' }, '"41"'),
      }),
      ...(stream && {
        'Inboard-Seq': header(
          'The number after which the stream begins.',
          { type: 'integer', minimum: 0 },
          41,
        ),
      }),
      ...(write && {
        'Inboard-Seq': header(
          'The sequence number of the change; the current one if nothing changed.',
          { type: 'integer', minimum: 0 },
          42,
        ),
        'Idempotency-Replayed': {
          ...header(
            'Present if the request was done before and was not repeated.',
            { type: 'string', const: 'true' },
            'true',
          ),
          required: false,
        },
      }),
    },
    ...(answer && {
      content: stream
        ? { 'text/event-stream': { schema: { type: 'string' }, example: eventExample(value) } }
        : { 'application/json': { schema: reference(answer, schemas), example: value } },
    }),
  }
}

const eventExample = (value: unknown) =>
  `event: changes\nid: ${(value as { seq: number }).seq}\ndata: ${JSON.stringify(value)}\n\n`

/** The id of what was created, which is the first member of the response. */
const idIn = (answer: unknown) =>
  (Object.values(answer as Record<string, { id: string }>)[0] as { id: string }).id

function problemAnswers(names: ProblemName[], schemas: Json): Operation['responses'] {
  const byStatus = Map.groupBy(names, (name) => problems[name].status)
  const answers = [...byStatus].map(([status, those]) => {
    const schema = {
      allOf: [
        reference(Problem, schemas),
        {
          type: 'object',
          properties: {
            status: { type: 'integer', const: status },
            code: { type: 'string', enum: those.map(codeOf) },
          },
          required: ['status', 'code'],
        },
      ],
    }
    const examples = Object.fromEntries(
      those.map((name) => [codeOf(name), { value: exampleOfProblem(name) }]),
    )
    const headers = {
      ...onEveryAnswer,
      ...(status === 401 && {
        'WWW-Authenticate': header('How to authenticate.', { type: 'string', const: 'Bearer' }, 'Bearer'),
      }),
      ...((status === 429 || status === 503) && {
        'Retry-After': header(
          status === 429
            ? 'After how many seconds the request can be retried, as in `retry_after`.'
            : 'After how many seconds a retry may succeed.',
          { type: 'integer', minimum: 1 },
          42,
        ),
      }),
    }
    const description = those
      .map((name) => `\`${codeOf(name)}\`: ${problems[name].detail.replace('{retry_after}', 'N')}`)
      .join('\n\n')
    return [status, { description, headers, content: { 'application/problem+json': { schema, examples } } }]
  })
  return Object.fromEntries(answers)
}

/** Turns schemas with an `$id` into named components, and refers to them everywhere else. */
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
