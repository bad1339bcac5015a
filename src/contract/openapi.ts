import type { TSchema } from 'typebox'
import { ApiTokenId, SessionId, scopesThatAllow } from './access.ts'
import { BinItemId } from './bin.ts'
import { CardId } from './card.ts'
import { exampleOf, exampleOfProblem } from './examples.ts'
import { PasskeyId } from './passkey.ts'
import type { RouteName } from './paths.ts'
import { codeOf, Problem, type ProblemName, problems } from './problem.ts'
import { ProjectId } from './project.ts'
import { groups, isRevised, methodAndPath, problemsAt, type Route, routeNames, routes } from './routes.ts'

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
  /** Any one of them is enough. Each is a scheme, with the scopes that it needs. */
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

/** The OpenAPI 3.1 document of the very schemas that requests are validated against. */
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
          description: 'An API token. Beside an endpoint stand the scopes that allow its use.',
        },
      },
    },
  }
}

/** One endpoint. Named schemas that it needs are added to `schemas`. */
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

/** For a scheme that is not OAuth, OpenAPI 3.1 lets us name the roles that are needed: ours are scopes. */
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
    'A name for this request. The same request with the same key is done once, however often it is sent. Where something is created and the key is a UUID in lower case, it becomes the id of what is created.',
  examples: ['01a1dd4b-3f76-7000-8c01-da6315d4a075'],
}
const ifMatch: Schema = {
  type: 'string',
  description: 'The `ETag` of what you have read. If it has changed since, nothing is done.',
  examples: ['"41"'],
}
const prefer: Schema = {
  type: 'string',
  description: 'With `return=minimal`, the answer leaves out what the client knows already (RFC 7240).',
  examples: ['return=minimal'],
}
const lastEventId: Schema = {
  type: 'string',
  description: 'The id of the last event that was received. It takes precedence over `since`.',
  examples: ['41'],
}

const parameter = (
  name: string,
  place: Parameter['in'],
  required: boolean,
  { description, ...schema }: Schema,
): Parameter => ({ name, in: place, required, ...(description && { description }), schema })

const onEveryAnswer = {
  'X-Request-Id': header(
    'The name of this request in the log of the server.',
    { type: 'string' },
    'q3Zt0bYx-1a',
  ),
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
        Location: header('The path of the new thing.', { type: 'string' }, `${collection}/${idIn(value)}`),
      }),
      ...(location &&
        status === 201 && {
          Location: header('The path of what was created.', { type: 'string' }, location),
        }),
      ...(route.download && {
        'Content-Disposition': header(
          'The name for the file.',
          { type: 'string' },
          'attachment; filename="inboard-2026-11-15.json"',
        ),
      }),
      ...(isRevised(route) && {
        ETag: header('The revision of the thing, in quotes.', { type: 'string' }, '"41"'),
      }),
      ...(stream && {
        'Inboard-Seq': header(
          'The number that the stream goes on from.',
          { type: 'integer', minimum: 0 },
          41,
        ),
      }),
      ...(write && {
        'Inboard-Seq': header(
          'The number that the change took; the present one if nothing has changed.',
          { type: 'integer', minimum: 0 },
          42,
        ),
        'Idempotency-Replayed': {
          ...header(
            'Whether it had been done before, and was not done again.',
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

/** Of what was created: it is the first member of the answer. */
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
            ? 'After how many seconds the request can be tried again, as in `retry_after`.'
            : 'After how many seconds it is worth trying again.',
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
