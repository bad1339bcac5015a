/** The HTTP server: what holds for every request, and the endpoints, pages and probes put together. */
import { randomUUID } from 'node:crypto'
import { createServer as createHttpServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { type Clock, seconds } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import type { Config } from '../config/config.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { type Callers, createAdmission, type Offloaded } from './admission.ts'
import { type Agents, serveAgents } from './agents.ts'
import { createAnswers, headersFor } from './answers.ts'
import { isByDoctor } from './arrivals.ts'
import { type Calendars, serveCalendars } from './calendars.ts'
import { createRefusals, type Draining, drainBeforeClose, inOrder } from './connections.ts'
import { type Handlers, serveEndpoints } from './endpoints.ts'
import { createErrors } from './errors.ts'
import { createRateLimit, isForThisMachine, isFromThisMachine, isOfAnotherSite } from './limits.ts'
import { challengeFor, type OAuth, serveOAuth } from './oauth.ts'
import { servePages, wantsPage } from './pages.ts'
import { serveProbes } from './probes.ts'

interface Parts {
  config: Config
  clock: Clock
  log: FastifyBaseLogger
  metrics: Metrics
  handlers: Handlers
  callers: Callers
  /** Rejects while the database is unavailable. */
  checkDatabase(): Promise<unknown>
  /** Warns the operator about a configuration mistake that shows only while running. */
  warn(warning: string): void
  offloaded: Offloaded
  answerAgent: Agents
  calendars: Calendars
  oauth: OAuth
  /** Called when the server has stopped listening. */
  onStopListening(): void
}

const settings = {
  headersTimeout: 10 * seconds,
  // Bodies may take long, but must keep arriving: see `watchBody`.
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
    answerAgent,
    calendars,
    oauth,
    callers,
    checkDatabase,
    warn,
    onStopListening,
  } = parts
  const headers = headersFor(config.appUrl)
  const { toProblem, answerError } = createErrors(log)
  const refusals = createRefusals(headers.data)

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
    serverFactory: (handle) => createHttpServer(settings, inOrder(handle, refusals)).setTimeout(silence),
    return503OnClosing: false,
    clientErrorHandler: refusals.onParserError,
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
  server.server.on('connect', (_request, socket: Socket) => refusals.refuseConnection(socket, 'not_found'))

  const draining = drainBeforeClose(server, onStopListening)
  const answers = createAnswers({
    headers: headers.data,
    basePath: config.basePath,
    metrics,
    clock,
    draining,
  })
  const isOfDoctor = (request: FastifyRequest) => isByDoctor(request, config.jwtSecret, clock.now())
  let isWarned = false
  const warnOnce = (warning: string) => {
    if (!isWarned) warn(warning)
    isWarned = true
  }
  server.setErrorHandler(answerError)
  // Endpoints read their bodies themselves.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, _body, done) => done(null))
  server.decorateRequest('arrivedAt', 0)
  server.addHook('onRequest', (request, reply, done) => {
    const { headers: sent, httpVersion } = request.raw
    request.arrivedAt = performance.now()
    if (!isWarned && config.trustProxy === 0 && isProxied(sent) && !isOfDoctor(request))
      warnOnce(untrustedProxy)
    // RFC 9112 §3.2 requires refusing this, and Node's own refusal would not be a problem document.
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
  serveProbes(server, { config, clock, checkDatabase, draining, metrics })
  const answerWithPage = servePages(server, config, headers.pages)
  const admission = createAdmission(server, { callers, offloaded, answerError })
  const { appUrl } = config
  const challenge = config.oauth ? challengeFor(appUrl) : undefined
  serveAgents(server, { admission, answerAgent, answerError, appUrl, challenge })
  // Counted apart, so that connecting clients or trying calendars again and again keeps nobody from signing in.
  if (config.oauth) serveOAuth(server, { oauth, appUrl, toProblem, limitRate: createLimit() })
  serveCalendars(server, { admission, calendars, answers, answerError, limitRate: createLimit() })
  serveEndpoints(server, handlers, {
    admission,
    answers,
    answerError,
    toProblem,
    limitRate,
    isOfDoctor,
    oauth: config.oauth,
    isHere: ({ raw }) => isFromThisMachine(raw) && isForThisMachine(config),
  })
  return { server, draining }
}

/** True if a request has a header of the usual proxies. */
const isProxied = (headers: IncomingHttpHeaders) =>
  (headers['x-forwarded-for'] ?? headers.forwarded ?? headers['x-real-ip'] ?? headers.via) !== undefined

/**
 * For `APP_URL` with a path: takes it off the URL of a request. Some proxies have done so already, which is visible except for a
 * path such as `/projects`: what follows it must lead somewhere then.
 */
export const withoutPath =
  (basePath: string, isServed: (segment: string) => boolean) =>
  ({ url = '' }: Pick<IncomingMessage, 'url'>): string => {
    const rest = url.slice(basePath.length)
    if (!url.startsWith(basePath) || !/^(?:[/?]|$)/.test(rest)) return url
    const inside = rest.startsWith('/') ? rest : `/${rest}`
    return isServed(firstSegment(url)) && !isServed(firstSegment(inside)) ? url : inside
  }

/** `'/projects/1?x'` → `'projects'` */
export const firstSegment = (url: string) => /^\/([^/?]*)/.exec(url)?.[1] ?? ''
