import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OAuthError } from '../../common/oauth-error.ts'
import type { createErrors } from '../answers/errors.ts'
import { bytesOfBody, requireType } from '../bodies/bodies.ts'
import { answerPreflights, openToAnyOrigin } from './cors.ts'
import { answerAsOAuth } from './errors.ts'

interface Parts {
  toProblem: ReturnType<typeof createErrors>['toProblem']
  /** Throws if the client has sent too many requests. */
  limitRate(request: FastifyRequest): void
}

interface Endpoint<Input> {
  url: string
  type: 'application/json' | 'application/x-www-form-urlencoded'
  bodyLimit: number
  /** The code for a request that can't be read. */
  unreadable: 'invalid_request' | 'invalid_client_metadata'
  read(bytes: Uint8Array): Input
  /** The status, and the content if there is any. */
  handle(input: Input, request: FastifyRequest): Promise<{ status: number; content?: object }>
}

export type ServePost = ReturnType<typeof createPosts>

/**
 * For the endpoints that clients call directly. They are open to pages of any origin, answer errors in OAuth's
 * own form, and share a limit for each client's IP.
 */
export function createPosts(app: FastifyInstance, { toProblem, limitRate }: Parts) {
  return <Input>({ url, type, bodyLimit, unreadable, read, handle }: Endpoint<Input>): void => {
    answerPreflights(app, url, ['POST'])
    app.route({
      method: 'POST',
      url,
      bodyLimit,
      onRequest: [
        openToAnyOrigin,
        (request, _reply, done) => {
          limitRate(request)
          done()
        },
        requireType([type], `Send the body as "Content-Type: ${type}", uncompressed.`),
      ],
      errorHandler: answerAsOAuth(toProblem, unreadable),
      async handler(request, reply) {
        const { status, content } = await handle(read(await bytesOfBody(request)), request)
        reply.code(status).header('cache-control', 'no-store')
        if (content) reply.type('application/json; charset=utf-8')
        return reply.send(content && JSON.stringify(content))
      },
    })
    app.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
      url,
      exposeHeadRoute: false,
      onRequest: openToAnyOrigin,
      handler: (_request, reply: FastifyReply) =>
        reply
          .code(405)
          .headers({ allow: 'POST, OPTIONS', 'cache-control': 'no-store' })
          .type('application/json; charset=utf-8')
          .send(JSON.stringify({ error: 'invalid_request', error_description: 'Send it with POST.' })),
    })
  }
}

/** The parameters of a form, of which each may be sent once (RFC 6749 §3.2). Empty ones count as not sent. */
export function readForm(bytes: Uint8Array): Map<string, string> {
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(Buffer.from(bytes).toString())) {
    if (form.has(name)) throw new OAuthError('invalid_request', `There is more than one ${name}.`)
    if (value) form.set(name, value)
  }
  return form
}
