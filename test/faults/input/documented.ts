import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { OpenApi } from '../../../src/contract/openapi/openapi.ts'
import { closed } from '../../support/service/closed.ts'
import type { Reply } from '../support/line.ts'
import type { Endpoint } from './odd-requests.ts'

interface Header {
  required: boolean
}

/** Compares responses with the published OpenAPI document alone, like a third-party client. */
export class Documented {
  readonly #ajv = new Ajv2020({
    strict: false,
    formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ },
  })
  readonly #validators = new Map<string, ValidateFunction>()
  readonly #isProblem: ValidateFunction

  constructor(document: OpenApi) {
    this.#ajv.addSchema(closed(document as object), 'document')
    this.#isProblem = this.#ajv.compile({ $ref: 'document#/components/schemas/Problem' })
  }

  /** How an endpoint's answer deviates from the document, if it does. */
  faultIn({ method, path, operation }: Endpoint, reply: Reply): string | undefined {
    const declared = operation.responses[reply.status]
    if (!declared) return 'a status that is not documented'
    for (const [name, { required }] of Object.entries(declared.headers as Record<string, Header>))
      if (required && headerOf(reply, name) === undefined) return `no ${name}`
    const [type] = Object.keys(declared.content ?? {})
    if (!type) return reply.text === '' ? undefined : 'a body where none is documented'
    if (headerOf(reply, 'content-type') !== `${type}; charset=utf-8`)
      return 'another content type than documented'
    // It never ends, so only its head is read.
    if (type === 'text/event-stream') return undefined
    const pointer = [path, method.toLowerCase(), 'responses', reply.status, 'content', type, 'schema']
    return this.#mismatch(`document#/paths/${pointer.map(escaped).join('/')}`, reply.text)
  }

  /** How the refusal of a request that belongs to no endpoint deviates from the document, if it does. */
  faultInRefusal(reply: Reply): string | undefined {
    if (headerOf(reply, 'x-request-id') === undefined) return 'no X-Request-Id'
    if (headerOf(reply, 'content-type') !== 'application/problem+json; charset=utf-8') return 'no problem'
    const body = parsed(reply.text)
    return this.#isProblem(body) && (body as { status: number }).status === reply.status
      ? undefined
      : this.#ajv.errorsText(this.#isProblem.errors)
  }

  #mismatch(pointer: string, text: string): string | undefined {
    const validate = this.#validators.get(pointer) ?? this.#ajv.compile({ $ref: pointer })
    this.#validators.set(pointer, validate)
    return validate(parsed(text)) ? undefined : this.#ajv.errorsText(validate.errors)
  }
}

const escaped = (part: string | number) =>
  encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'))

export const headerOf = ({ head }: Reply, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim()

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
