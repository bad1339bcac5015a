import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import type { RouteName } from '../../contract/paths.ts'
import {
  type Answer,
  type Body,
  methodAndPath,
  type Params,
  type Route,
  routeNames,
  routes,
} from '../../contract/routes.ts'
import { fail } from './fail.ts'
import { ignoreBody, requireBody } from './json-body.ts'

/** What is left of a request once it has been checked. */
interface Call<Name extends RouteName> {
  /** Whose session it is; empty where none is needed. */
  ownerId: string
  params: Params<Name>
  body: Body<Name>
}

/** One for each endpoint of the contract, no more and no less. */
export type Handlers = { [Name in RouteName]: (call: Call<Name>) => Promise<Answer<Name>> }

interface Gates {
  /** The user whom a session token belongs to, if it is valid and they exist. */
  authenticate(token: string): Promise<string | undefined>
  limitRate(address: string): void
}

const owner = 'ownerId'

/** Puts every endpoint on the server. Checks come in the contract's order: route, session, body, and then the handler's own. */
export function serveEndpoints(
  app: FastifyInstance,
  handlers: Handlers,
  { authenticate, limitRate }: Gates,
): void {
  app.decorateRequest(owner, '')

  async function requireSession(request: FastifyRequest) {
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    const ownerId = token && (await authenticate(token))
    if (!ownerId) throw fail('unauthenticated')
    request.setDecorator(owner, ownerId)
  }

  async function limitClient(request: FastifyRequest) {
    limitRate(request.ip)
  }

  for (const name of routeNames) {
    const [method, path] = methodAndPath(name)
    const route: Route = routes[name]
    const handle = handlers[name] as (call: object) => Promise<unknown>
    app.route({
      method: method as HTTPMethods,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      onRequest: [route.public ? limitClient : requireSession, ...(route.body ? [] : [ignoreBody])],
      ...(route.body && {
        preValidation: requireBody,
        schema: { body: route.body },
        bodyLimit: route.bodyLimit ?? 64 * 1024,
      }),
      handler: async (request, reply) => {
        const { params, body } = request
        const answer = await handle({ ownerId: request.getDecorator(owner), params, body })
        reply.code(route.status).header('cache-control', 'no-store')
        if (route.collection) reply.header('location', `${route.collection}/${idOf(answer)}`)
        return reply.send(answer)
      },
    })
  }
}

/** Of the one thing in an envelope. */
const idOf = (envelope: unknown) => Object.values(envelope as Record<string, { id: string }>)[0]?.id
