import { codeOf, Problem, type ProblemName, problems } from '../problem.ts'
import { isRevised, type Route } from '../routes.ts'
import { schemaIn, share } from './components.ts'
import type { Components, Header, Operation, Reference, Response, Schema } from './document.ts'
import { exampleOf, exampleOfProblem } from './examples.ts'

const header = (description: string, schema: Schema, example: unknown): Header => ({
  description,
  required: true,
  schema,
  example,
})
const text: Schema = { type: 'string' }
const number: Schema = { type: 'integer', minimum: 0 }

/** Headers that several responses have. */
const headers = {
  'X-Request-Id': header("The id of this request in the server's log.", text, 'q3Zt0bYx-1a'),
  'Inboard-Version': header('The version of the server.', text, '1.0.0'),
  'Inboard-Seq': header('The sequence number of the change; the current one if nothing changed.', number, 42),
  'Idempotency-Replayed': {
    ...header(
      'Present if the request was done before and was not repeated.',
      { type: 'string', const: 'true' },
      'true',
    ),
    required: false,
  },
  ETag: header('The revision of the item, in quotes.', text, '"41"'),
  'WWW-Authenticate': header('How to authenticate.', { type: 'string', const: 'Bearer' }, 'Bearer'),
  'Inboard-Token': {
    ...header(
      'Present if no token has arrived. If you sent one, a proxy has removed it.',
      { type: 'string', const: 'missing' },
      'missing',
    ),
    required: false,
  },
  'Retry-After': header(
    'After how many seconds a retry may succeed; with 429, the same as `retry_after`.',
    { type: 'integer', minimum: 1 },
    42,
  ),
}

const sharedHeaders = (components: Components, ...names: (keyof typeof headers)[]) =>
  Object.fromEntries(
    ['X-Request-Id' as const, 'Inboard-Version' as const, ...names].map((name) => [
      name,
      share(components, 'headers', name, headers[name]),
    ]),
  )

export function success(route: Route, components: Components): Response {
  const { status, answer, collection, location, write, stream, example } = route
  const value = answer && exampleOf(answer, example?.answer)
  return {
    description: { 200: 'Done', 201: 'Created', 202: 'Accepted', 204: 'Deleted' }[status],
    headers: {
      ...sharedHeaders(
        components,
        ...(isRevised(route) ? (['ETag'] as const) : []),
        ...(write ? (['Inboard-Seq', 'Idempotency-Replayed'] as const) : []),
      ),
      ...(collection && {
        Location: header('The path of the new item.', text, `${collection}/${idIn(value)}`),
      }),
      ...(location &&
        status === 201 && {
          Location: header('Where the created items are listed.', text, location),
        }),
      ...(route.download && {
        'Content-Disposition': header(
          'The name for the file.',
          text,
          'attachment; filename="inboard-2026-11-15.json"',
        ),
      }),
      ...(stream && { 'Inboard-Seq': header('The number after which the stream begins.', number, 41) }),
    },
    ...(answer && {
      content: stream
        ? { 'text/event-stream': { schema: text, example: eventExample(value) } }
        : { 'application/json': { schema: schemaIn(components, answer), example: value } },
    }),
  }
}

const eventExample = (value: unknown) =>
  `event: changes\nid: ${(value as { seq: number }).seq}\ndata: ${JSON.stringify(value)}\n\n`

/** The id of what was created, which is the first member of the response. */
const idIn = (answer: unknown) =>
  (Object.values(answer as Record<string, { id: string }>)[0] as { id: string }).id

/** Few combinations of problems exist, so each is described once. */
export function problemAnswers(names: ProblemName[], components: Components): Operation['responses'] {
  const byStatus = Map.groupBy(names, (name) => problems[name].status)
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => [status, problemAnswer(status, those, components)]),
  )
}

/** The body has a name, too, because some generators find no other types. */
function problemAnswer(status: number, those: ProblemName[], components: Components): Reference {
  const name = those.map(inPascalCase).join('Or')
  const codes = those.map((one) => `\`${codeOf(one)}\``)
  const schema = share(components, 'schemas', `${name}Problem`, {
    description: `A problem with the code ${codes.join(' or ')}.`,
    allOf: [
      schemaIn(components, Problem),
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
    those.map((one) => [codeOf(one), share(components, 'examples', one, { value: exampleOfProblem(one) })]),
  )
  return share(components, 'responses', name, {
    description: those
      .map((one, index) => `${codes[index]}: ${problems[one].detail.replace('{retry_after}', 'N')}`)
      .join('\n\n'),
    headers: sharedHeaders(
      components,
      ...(status === 401 ? (['WWW-Authenticate', 'Inboard-Token'] as const) : []),
      ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ),
    content: { 'application/problem+json': { schema, examples } },
  })
}

/** `id_taken` → `IdTaken` */
const inPascalCase = (name: ProblemName) =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
