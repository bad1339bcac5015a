import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * A hook for endpoints that pages of any origin may call. They know nobody by a cookie, so a page can do no
 * more there than any program. It comes first, so that a page can also read errors.
 */
export function openToAnyOrigin(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header('access-control-allow-origin', '*')
  done()
}

/** Answers a browser that asks whether a page may call. */
export function answerPreflights(app: FastifyInstance, url: string, methods: readonly string[]): void {
  app.options(url, { onRequest: openToAnyOrigin }, (_request, reply) => {
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': 'accept, authorization, content-type, mcp-protocol-version',
        'access-control-max-age': '600',
      })
      .send()
  })
}
