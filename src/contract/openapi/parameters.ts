import { ApiTokenId, SessionId } from '../access.ts'
import { BinItemId } from '../bin.ts'
import { CardId } from '../card.ts'
import { PasskeyId } from '../passkey.ts'
import { ProjectId } from '../project.ts'
import type { Route } from '../routes.ts'
import { schemaIn, share } from './components.ts'
import type { Components, Operation, Parameter, Schema } from './document.ts'

export const parametersOf = (path: string, route: Route, components: Components): Operation['parameters'] => [
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
