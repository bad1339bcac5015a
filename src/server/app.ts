import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { requestAddressChange } from './accounts/address-change.ts'
import { openLink } from './accounts/open-link.ts'
import { createSessions } from './accounts/sessions.ts'
import { requestLink } from './accounts/sign-in.ts'
import { canHaveSession, findUser } from './accounts/users.ts'
import {
  addInboxCard,
  addProjectCard,
  editCard,
  findCard,
  listInboxCards,
  listProjectCards,
  removeCard,
} from './cards/cards.ts'
import { setColumn } from './cards/set-column.ts'
import { seconds } from './clock.ts'
import { checkSchema } from './db/migrate.ts'
import { drainBeforeClose } from './http/drain.ts'
import { type Handlers, serveEndpoints } from './http/endpoints.ts'
import { fail } from './http/fail.ts'
import { commonHeaders, transportSecurity } from './http/headers.ts'
import { acceptJson } from './http/json-body.ts'
import type { createMetrics } from './http/metrics.ts'
import { servePages, wantsPage } from './http/pages.ts'
import { createParserErrors } from './http/parser-errors.ts'
import { serveProbes } from './http/probes.ts'
import { answerError } from './http/problems.ts'
import { createRateLimit } from './http/rate-limit.ts'
import { ajv } from './http/validation.ts'
import { listPasskeys, removePasskey } from './passkeys/passkeys.ts'
import { finishRegistration, startRegistration } from './passkeys/registration.ts'
import { finishSignIn, startSignIn } from './passkeys/sign-in.ts'
import { addProject, findProject, listProjects, removeProject, renameProject } from './projects/projects.ts'
import { listStatuses } from './projects/statuses.ts'
import type { World } from './world.ts'

interface Parts extends World {
  log: FastifyBaseLogger
  metrics: ReturnType<typeof createMetrics>
}

export function createApp({ log, metrics, ...world }: Parts): FastifyInstance {
  const { config, db, clock } = world
  const sessions = createSessions(config, clock)

  const handlers: Handlers = {
    requestLink: ({ body }) => requestLink(world, body.email),
    openLink: async ({ body }) => sessions.start(await openLink(world, body.token)),
    startPasskeySignIn: () => startSignIn(world),
    finishPasskeySignIn: async ({ body }) => sessions.start(await finishSignIn(world, body)),

    readMe: async ({ ownerId }) => ({ user: (await findUser(db, ownerId)) ?? missingUser() }),
    requestAddressChange: ({ ownerId, body }) => requestAddressChange(world, ownerId, body.email),

    listPasskeys: async ({ ownerId }) => ({ passkeys: await listPasskeys(db, ownerId) }),
    startPasskeyRegistration: ({ ownerId }) => startRegistration(world, ownerId),
    addPasskey: async ({ ownerId, body }) => ({ passkey: await finishRegistration(world, ownerId, body) }),
    removePasskey: ({ ownerId, params }) => removePasskey(world, ownerId, params.id),

    listProjects: async ({ ownerId }) => ({ projects: await listProjects(db, ownerId) }),
    addProject: async ({ ownerId, body }) => ({ project: await addProject(world, ownerId, body.title) }),
    readProject: async ({ ownerId, params }) => ({
      project: await findProject(db, ownerId, params.project_id),
    }),
    renameProject: async ({ ownerId, params, body }) => ({
      project: await renameProject(world, ownerId, params.project_id, body.title),
    }),
    removeProject: ({ ownerId, params }) => removeProject(world, ownerId, params.project_id),
    listStatuses: async ({ ownerId, params }) => ({
      statuses: await listStatuses(db, ownerId, params.project_id),
    }),

    listProjectCards: async ({ ownerId, params }) => ({
      cards: await listProjectCards(db, ownerId, params.project_id),
    }),
    addProjectCard: async ({ ownerId, params, body }) => ({
      card: await addProjectCard(world, ownerId, params.project_id, body),
    }),
    listInboxCards: async ({ ownerId }) => ({ cards: await listInboxCards(db, ownerId) }),
    addInboxCard: async ({ ownerId, body }) => ({ card: await addInboxCard(world, ownerId, body) }),
    readCard: async ({ ownerId, params }) => ({ card: await findCard(db, ownerId, params.id) }),
    editCard: async ({ ownerId, params, body }) => ({
      card: await editCard(world, ownerId, params.id, body),
    }),
    removeCard: ({ ownerId, params }) => removeCard(world, ownerId, params.id),
    setColumn: async ({ ownerId, body }) => ({ cards: await setColumn(world, ownerId, body) }),
  }

  const headers = config.appUrl.startsWith('https:')
    ? { ...commonHeaders, ...transportSecurity }
    : commonHeaders
  const addHeaders = (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(headers).header('x-request-id', request.id)
  }

  const { answerParserError, answerOn } = createParserErrors(headers)

  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: (_address, hop) => hop < config.trustProxy,
    // Long enough for whatever fits into a request line: such an id names nothing, and that is for the handler to say.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16 * 1024 },
    requestTimeout: 30 * seconds,
    http: {
      headersTimeout: 10 * seconds,
      connectionsCheckingInterval: 2 * seconds,
      requireHostHeader: false,
    },
    return503OnClosing: false,
    ajv,
    clientErrorHandler: answerParserError,
    frameworkErrors: (error, request, reply) => {
      addHeaders(request, reply)
      answerError(error, request, reply)
    },
  })
  // An expectation that we do not know is ignored (RFC 9110 §10.1.1), not answered with a bare 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  // We are no proxy. Without a listener the connection would be cut with no answer.
  app.server.on('connect', (_request, socket: Socket) => answerOn(socket, 'not_found'))

  app.setErrorHandler(answerError)
  app.addHook('onRequest', async (request, reply) => {
    addHeaders(request, reply)
    // RFC 9112 §3.2 wants it refused; left to Node the refusal would be a bare one.
    const { headers: sent, httpVersion } = request.raw
    if (sent.host === undefined && httpVersion === '1.1') throw fail('malformed_request')
    // Here rather than in a handler of its own: what nobody asked for is not parsed first.
    if (request.is404) {
      if (!wantsPage(request)) throw fail('not_found')
      return answerWithPage(request, reply.code(404))
    }
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    request.log.debug(
      { method, route: routeOptions.url, status: reply.statusCode, ms: reply.elapsedTime },
      'answered',
    )
  })
  metrics.watch(app)
  acceptJson(app)

  const { isDraining } = drainBeforeClose(app)
  serveProbes(app, { ping: () => checkSchema(db), isDraining, metrics })
  const answerWithPage = servePages(app, config)
  serveEndpoints(app, handlers, {
    limitRate: createRateLimit(config.authRateLimit, clock),
    authenticate: async (token) => {
      const id = sessions.userOf(token)
      return id && (await canHaveSession(db, id)) ? id : undefined
    },
  })
  return app
}

function missingUser(): never {
  throw fail('unauthenticated')
}
