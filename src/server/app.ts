import type { Socket } from 'node:net'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { requestAddressChange } from './accounts/address-change.ts'
import { createCallers } from './accounts/callers.ts'
import { openLink } from './accounts/open-link.ts'
import { createSessions } from './accounts/sessions.ts'
import { requestLink } from './accounts/sign-in.ts'
import { findUser } from './accounts/users.ts'
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
import { createAnswers } from './http/answers.ts'
import { drainBeforeClose } from './http/drain.ts'
import { type Handlers, serveEndpoints } from './http/endpoints.ts'
import { fail } from './http/fail.ts'
import { headersFor } from './http/headers.ts'
import { acceptJson } from './http/json-body.ts'
import type { Metrics } from './http/metrics.ts'
import { servePages, wantsPage } from './http/pages.ts'
import { createParserErrors } from './http/parser-errors.ts'
import { serveProbes } from './http/probes.ts'
import { createAnswerError } from './http/problems.ts'
import { createRateLimit } from './http/rate-limit.ts'
import { createRequestIds } from './http/request-ids.ts'
import { createSessionGate } from './http/session-gate.ts'
import { ajv } from './http/validation.ts'
import { listPasskeys, removePasskey } from './passkeys/passkeys.ts'
import { finishRegistration, startRegistration } from './passkeys/registration.ts'
import { finishSignIn, startSignIn } from './passkeys/sign-in.ts'
import { addProject, findProject, listProjects, removeProject, renameProject } from './projects/projects.ts'
import { listStatuses } from './projects/statuses.ts'
import type { World } from './world.ts'

interface Parts extends World {
  log: FastifyBaseLogger
  metrics: Metrics
}

export function createApp({ log, metrics, ...world }: Parts): FastifyInstance {
  const { config, db, clock } = world
  const sessions = createSessions(config, clock)

  const handlers: Handlers = {
    requestLink: ({ body }) => requestLink(world, body.email),
    openLink: async ({ body }) => sessions.start(await openLink(world, body.token)),
    startPasskeySignIn: () => startSignIn(world),
    finishPasskeySignIn: async ({ body }) => sessions.start(await finishSignIn(world, body)),

    readMe: ({ ownerId }) => findUser(db, ownerId),
    requestAddressChange: ({ ownerId, body }) => requestAddressChange(world, ownerId, body.email),

    listPasskeys: ({ ownerId }) => listPasskeys(db, ownerId),
    startPasskeyRegistration: ({ ownerId }) => startRegistration(world, ownerId),
    addPasskey: ({ ownerId, body }) => finishRegistration(world, ownerId, body),
    removePasskey: ({ ownerId, params }) => removePasskey(world, ownerId, params.id),

    listProjects: ({ ownerId }) => listProjects(db, ownerId),
    addProject: ({ ownerId, body }) => addProject(world, ownerId, body.title),
    readProject: ({ ownerId, params }) => findProject(db, ownerId, params.project_id),
    renameProject: ({ ownerId, params, body }) =>
      renameProject(world, ownerId, params.project_id, body.title),
    removeProject: ({ ownerId, params }) => removeProject(world, ownerId, params.project_id),
    listStatuses: ({ ownerId, params }) => listStatuses(db, ownerId, params.project_id),

    listProjectCards: ({ ownerId, params }) => listProjectCards(db, ownerId, params.project_id),
    addProjectCard: ({ ownerId, params, body }) => addProjectCard(world, ownerId, params.project_id, body),
    listInboxCards: ({ ownerId }) => listInboxCards(db, ownerId),
    addInboxCard: ({ ownerId, body }) => addInboxCard(world, ownerId, body),
    readCard: ({ ownerId, params }) => findCard(db, ownerId, params.id),
    editCard: ({ ownerId, params, body }) => editCard(world, ownerId, params.id, body),
    removeCard: ({ ownerId, params }) => removeCard(world, ownerId, params.id),
    setColumn: ({ ownerId, body }) => setColumn(world, ownerId, body),
  }

  const headers = headersFor(config.appUrl)
  const nextRequestId = createRequestIds()
  const answerError = createAnswerError(log)
  const { answerParserError, answerOn } = createParserErrors(headers.data, nextRequestId)

  const app = Fastify({
    // Given a logger, it would make another one for each request. What there is to say, we say.
    logger: false,
    genReqId: nextRequestId,
    trustProxy: (_address, hop) => hop < config.trustProxy,
    // Long enough for whatever fits into a request line: such an id names nothing, and that is for the handler to say.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16 * 1024 },
    requestTimeout: 30 * seconds,
    http: {
      headersTimeout: 10 * seconds,
      // Often: thousands that are late are then turned away a few at a time, and hold up nobody.
      connectionsCheckingInterval: 0.25 * seconds,
      requireHostHeader: false,
    },
    return503OnClosing: false,
    ajv,
    clientErrorHandler: answerParserError,
    // Before any hook.
    frameworkErrors: (error, request, reply) => {
      answers.addHeaders(request, reply)
      answerError(error, request, reply)
    },
  })
  // An expectation that we do not know is ignored (RFC 9110 §10.1.1), not answered with a bare 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  // We are no proxy. Without a listener the connection would be cut with no answer.
  app.server.on('connect', (_request, socket: Socket) => answerOn(socket, 'not_found'))

  const { isDraining } = drainBeforeClose(app)
  const answers = createAnswers({ headers: headers.data, metrics, isDraining })
  app.setErrorHandler(answerError)
  app.addHook('onRequest', (request, reply, done) => {
    answers.arrive(request)
    // RFC 9112 §3.2 wants it refused; left to Node the refusal would be a bare one.
    const { headers: sent, httpVersion } = request.raw
    if (sent.host === undefined && httpVersion === '1.1') throw fail('malformed_request')
    // Here rather than in a handler of its own: what nobody asked for is not parsed first.
    if (!request.is404) done()
    else if (wantsPage(request)) answerWithPage(request, reply.code(404))
    else throw fail('not_found')
  })
  app.addHook('onSend', async (request, reply) => answers.complete(request, reply))
  if (log.level === 'debug' || log.level === 'trace') {
    app.addHook('onResponse', async ({ id, method, routeOptions }, { statusCode, elapsedTime }) => {
      log.debug(
        { reqId: id, method, route: routeOptions.url, status: statusCode, ms: elapsedTime },
        'answered',
      )
    })
  }
  acceptJson(app)
  serveProbes(app, { ping: () => checkSchema(db), isDraining, metrics })
  const answerWithPage = servePages(app, config, headers.pages)
  serveEndpoints(app, handlers, {
    gate: createSessionGate(app, createCallers(db, sessions), answerError),
    answers,
    limitRate: createRateLimit(config.authRateLimit, clock),
  })
  return app
}
