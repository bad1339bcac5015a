import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { OpenApi, Schema } from '../../../src/contract/openapi/document.ts'
import { closed, referringTo } from '../../support/service/closed.ts'
import type { Reply } from '../support/line.ts'
import type { Endpoint } from './odd-requests.ts'

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
  faultIn({ operation }: Endpoint, reply: Reply): string | undefined {
    const declared = operation.responses[reply.status]
    if (!declared) return 'a status that is not documented'
    for (const [name, { required }] of Object.entries(declared.headers))
      if (required && headerOf(reply, name) === undefined) return `no ${name}`
    const [[type, media] = []] = Object.entries(declared.content ?? {})
    if (!type || !media) return reply.text === '' ? undefined : 'a body where none is documented'
    if (headerOf(reply, 'content-type') !== `${type}; charset=utf-8`)
      return 'another content type than documented'
    // It never ends, so only its head is read.
    if (type === 'text/event-stream') return undefined
    return this.#mismatch(media.schema, reply.text)
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

  #mismatch(schema: Schema, text: string): string | undefined {
    const key = JSON.stringify(schema)
    const validate = this.#validators.get(key) ?? this.#ajv.compile(referringTo(closed(schema)))
    this.#validators.set(key, validate)
    return validate(parsed(text)) ? undefined : this.#ajv.errorsText(validate.errors)
  }
}

export const headerOf = ({ head }: Reply, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim()

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
