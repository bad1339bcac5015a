import { randomUUID } from 'node:crypto'
import { createServer as createHttpServer } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { type Clock, seconds } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import type { Config } from '../config/config.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { createConcurrency, type Offloaded } from './admission/concurrency.ts'
import { type Callers, createGate } from './admission/gate.ts'
import {
  createRateLimit,
  isForThisMachine,
  isForwarded,
  isFromThisMachine,
  isOfAnotherSite,
} from './admission/limits.ts'
import { Uploads } from './admission/uploads.ts'
import { type Agents, serveAgents } from './agents.ts'
import { createAnswers } from './answers/answers.ts'
import { createErrors } from './answers/errors.ts'
import { headersFor } from './answers/headers.ts'
import { servePages, wantsPage } from './answers/pages.ts'
import { acceptBodies } from './bodies/bodies.ts'
import { validatorOf } from './bodies/validation.ts'
import { type Calendars, serveCalendars } from './calendars.ts'
import { isByDoctor } from './edge/arrivals.ts'
import { firstSegment, withoutPath } from './edge/base-path.ts'
import { type Draining, drainBeforeClose } from './edge/draining.ts'
import { createParserErrors } from './edge/parser-errors.ts'
import { createPipelining } from './edge/pipelining.ts'
import { serveProbes } from './edge/probes.ts'
import { watchBodies } from './edge/slow-bodies.ts'
import { type Handlers, serveEndpoints } from './endpoints.ts'
import { challengeFor, type OAuth, serveOAuth } from './oauth.ts'

interface Parts {
  config: Config
  clock: Clock
  log: FastifyBaseLogger
  metrics: Metrics
  handlers: Handlers
  callers: Callers
  /** Rejects while the database is unavailable. */
  checkDatabase(): Promise<unknown>
  /** Tells this database from any other. */
  identify(): Promise<string>
  /** Warns the operator about a configuration mistake that shows only while running. */
  warn(warning: string): void
  /** Called for each request, before anything else. */
  onArrival(): void
  offloaded: Offloaded
  agents: Agents
  calendars: Calendars
  oauth: OAuth
  /** Called when the server has stopped listening. */
  onStopListening(): void
}

const settings = {
  headersTimeout: 10 * seconds,
  // Bodies may take long, but must keep arriving: see `watchBodies`.
  requestTimeout: 0,
  keepAliveTimeout: 72 * seconds,
  // Checked often, so that thousands of late connections are closed a few at a time, without blocking anybody.
  connectionsCheckingInterval: 0.25 * seconds,
  requireHostHeader: false,
}

/**
 * Clients that wait for a response may be silent for longer. Clients that don't read theirs are disconnected.
 */
const silence = 20 * seconds

const untrustedProxy =
  'TRUST_PROXY is 0, but a request has arrived with a header of a proxy, such as X-Forwarded-For. If there is a reverse proxy in front of ' +
  'Inboard, set TRUST_PROXY to the number of proxies: until then all people share one limit of requests, and have one IP in the log.'

const unknownClients =
  'TRUST_PROXY is 0 and APP_URL does not lead to this machine, but requests come from it. If there is a reverse proxy in front of ' +
  'Inboard, have it send X-Forwarded-For and set TRUST_PROXY to the number of proxies: until then all people share one limit of ' +
  'requests, and have one IP in the log.'

/** The HTTP server with its endpoints, pages and probes. */
export function createServer(parts: Parts): { server: FastifyInstance; draining: Draining } {
  const {
    config,
    clock,
    log,
    metrics,
    handlers,
    offloaded,
    agents,
    calendars,
    oauth,
    callers,
    checkDatabase,
    identify,
    warn,
    onArrival,
    onStopListening,
  } = parts
  const headers = headersFor(config.appUrl)
  const { toProblem, answerError } = createErrors(log)
  const { answerParserError, answerInOrder, answerOn } = createParserErrors(headers.data)
  const waitForEarlier = createPipelining(headers.data)

  /** The first segments of all routes. */
  const served = new Set<string>()
  const server = Fastify({
    // Fastify would create a child logger for each request. We do our own logging.
    logger: false,
    genReqId: () => randomUUID(),
    trustProxy: (_ip, hop) => hop < config.trustProxy,
    ...(config.basePath && { rewriteUrl: withoutPath(config.basePath, (segment) => served.has(segment)) }),
    // As long as a request line can be: an id that is too long does not exist, so the handler responds with 404.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16 * 1024 },
    serverFactory: (handle) =>
      createHttpServer(settings, (request, response) =>
        waitForEarlier(request, response, () => handle(request, response)),
      ).setTimeout(silence),
    return503OnClosing: false,
    clientErrorHandler: answerParserError,
    // These errors occur before any hook has run.
    frameworkErrors: (error, request, reply) => {
      answers.addHeaders(request, reply)
      answerError(error, request, reply)
    },
  })
  server.addHook('onRoute', ({ url }) => void served.add(firstSegment(url)))
  // Unknown expectations are ignored (RFC 9110 §10.1.1), instead of Node's bare 417.
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  )
  server.server.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0) socket.destroy()
  })
  // This is not a proxy. Without a listener, Node would close the connection without a response.
  server.server.on('connect', (_request, socket: Socket) => answerOn(socket, 'not_found'))

  const endWatch = watchBodies(server.server, clock, (socket) => answerInOrder(socket, 'request_timeout'))
  server.addHook('onClose', async () => endWatch())

  const draining = drainBeforeClose(server, onStopListening)
  const { isDraining } = draining
  const answers = createAnswers({
    headers: headers.data,
    basePath: config.basePath,
    metrics,
    clock,
    isDraining,
  })
  const isOfDoctor = (request: FastifyRequest) => isByDoctor(request, config.jwtSecret, clock.now())
  let isWarned = false
  const warnOnce = (warning: string) => {
    if (!isWarned) warn(warning)
    isWarned = true
  }
  server.setErrorHandler(answerError)
  server.setValidatorCompiler(validatorOf)
  server.addHook('onRequest', (request, reply, done) => {
    onArrival()
    answers.arrive(request)
    if (!isWarned && config.trustProxy === 0 && isForwarded(request.raw.headers) && !isOfDoctor(request))
      warnOnce(untrustedProxy)
    // RFC 9112 §3.2 requires refusing this, and Node's own refusal would not be a problem document.
    const { headers: sent, httpVersion } = request.raw
    if (sent.host === undefined && httpVersion === '1.1') throw fail('malformed_request')
    // Here instead of in a not-found handler, so that the body of an unknown route is never parsed.
    if (!request.is404) done()
    else if (wantsPage(request)) answerWithPage(request, reply.code(404))
    else throw fail('not_found')
  })
  server.addHook('onSend', async (request, reply) => answers.complete(request, reply))
  if (log.level === 'debug' || log.level === 'trace') {
    server.addHook('onResponse', async ({ id, method, routeOptions }, { statusCode, elapsedTime }) => {
      log.debug(
        { reqId: id, method, route: routeOptions.url, status: statusCode, ms: elapsedTime },
        'answered',
      )
    })
  }
  function createLimit(): (request: FastifyRequest) => void {
    const countClient = createRateLimit(config.authRateLimit, clock)
    return ({ raw, ip }) => {
      const isHere = isFromThisMachine(raw)
      if (isHere && isForThisMachine(config)) return
      if (isHere && config.trustProxy === 0) warnOnce(unknownClients)
      countClient(ip)
    }
  }
  const limitSignIns = createLimit()
  const limitRate = (request: FastifyRequest) => {
    if (isOfAnotherSite(request, config.appUrl))
      throw fail('malformed_request', { detail: 'A page of another site has sent this, so it was refused.' })
    limitSignIns(request)
  }
  serveProbes(server, { config, clock, checkDatabase, identify, isDraining, metrics })
  const answerWithPage = servePages(server, config, headers.pages)
  const gate = createGate(server, callers, answerError)
  const uploads = new Uploads()
  const concurrency = createConcurrency(server, { callerOf: gate.callerOf, answerError, offloaded, uploads })
  acceptBodies(server, (request) => concurrency.uploaderOf(endpointOf(request), request), uploads)
  const { appUrl } = config
  serveAgents(server, {
    gate,
    concurrency,
    agents,
    answerError,
    appUrl,
    challenge: config.oauth ? challengeFor(appUrl) : undefined,
  })
  // Counts of their own: whoever connects clients or tries calendars again and again keeps nobody from signing in.
  if (config.oauth) serveOAuth(server, { oauth, appUrl, toProblem, limitRate: createLimit() })
  serveCalendars(server, { gate, concurrency, calendars, answers, answerError, limitRate: createLimit() })
  serveEndpoints(server, handlers, {
    gate,
    concurrency,
    answers,
    toProblem,
    limitRate,
    isOfDoctor,
    oauth: config.oauth,
    isHere: ({ raw }) => isFromThisMachine(raw) && isForThisMachine(config),
  })
  return { server, draining }
}

const endpointOf = ({ routeOptions }: FastifyRequest) =>
  (routeOptions.config as { endpoint?: string }).endpoint ?? ''
