/** Connections, before there is a request and after the last: slow and malformed ones, pipelines, shutting down. */
import { randomUUID } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { createServer, Server, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Problem, type ProblemName, problem } from '../../contract/problem.ts'
import { seconds } from '../common/clock.ts'
import { hasBody } from './body.ts'

/**
 * Resolves a host name to an IP where the port is free. Only one: for every further IP of `localhost`,
 * Fastify would start another server, which would not be drained.
 */
export async function freePort(host: string, port: number): Promise<{ host: string; port: number }> {
  const { address: ip } = await lookup(host, { order: 'ipv4first' })
  const place = { host: ip, port }
  const server = createServer().listen(place)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
  return place
}

/** The response that is being sent, or will be next. */
type Connection = Socket & { _httpMessage?: ServerResponse | null }

const names: Record<string, ProblemName> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Answers for requests that never become a request object, or that are not to be worked on. */
export function createRefusals(headers: Record<string, string>) {
  const headersFor = (body: string, more: Record<string, string>) => ({
    ...headers,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-request-id': randomUUID(),
    ...more,
  })

  function onParserError({ code = '' }: Error & { code?: string }, socket: Connection): void {
    if (code === 'ECONNRESET' && !socket.writableEnded) socket.destroy()
    else refuseInOrder(socket, names[code] ?? 'malformed_request')
  }

  /** Refuses the request that is arriving on a connection, and closes the connection. */
  function refuseInOrder(socket: Connection, name: ProblemName): void {
    if (socket.writableEnded) return
    if (!socket.writable) {
      socket.destroy()
      return
    }
    const pending = socket._httpMessage
    // Clients match responses to requests by their order, so an earlier request on this connection is answered first.
    if (pending?.req.complete) {
      pending.once('finish', () => refuseInOrder(socket, name))
      return
    }
    // The request has been answered already.
    if (pending?.headersSent) socket.destroySoon()
    else refuseConnection(socket, name)
  }

  function refuseConnection(socket: Socket, name: ProblemName): void {
    const { status, ...rest } = problem(name)
    const body = JSON.stringify({ ...rest, status })
    const lines = Object.entries(headersFor(body, { connection: 'close' })).map((pair) => pair.join(': '))
    // Gives a client that is still sending a moment to finish. If the connection were reset at once, it might
    // lose the response.
    setTimeout(() => socket.destroy(), 2 * seconds).unref()
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  }

  function refuse(request: IncomingMessage, response: ServerResponse, refusal: Problem): void {
    const body = JSON.stringify(refusal)
    request.resume()
    response
      .writeHead(refusal.status, headersFor(body, { 'retry-after': String(refusal.retry_after) }))
      .end(body)
  }

  return { onParserError, refuseInOrder, refuseConnection, refuse }
}

/** More than any legitimate client sends on one connection before the first response. */
const maxPipelinedRequests = 100

const tooManyPipelined = problem('rate_limited', {
  detail:
    'Too many requests are waiting on this connection. Read their answers, or try again in {retry_after} seconds.',
  retry_after: 5,
})

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Runs pipelined requests of a connection one after the other. So a connection has at most one running
 * request, and clients that don't read a response, or that follow a stream, take no slots for the requests
 * behind it. Too many are refused, and so are those whose body arrives too slowly.
 */
export function inOrder(
  handle: Handler,
  { refuse, refuseInOrder }: ReturnType<typeof createRefusals>,
): Handler {
  /** The responses that wait on each connection. */
  const pipelines = new WeakMap<Socket, ServerResponse[]>()

  return (request, response) => {
    const socket: Connection = request.socket
    if (hasBody(request.headers))
      watchBody(request, response, (socket) => refuseInOrder(socket, 'request_timeout'))
    const { _httpMessage: current } = socket
    // A response that has to wait for an earlier one has no socket yet.
    if (response.socket !== null || !current) {
      handle(request, response)
      return
    }
    const waiting = pipelines.get(socket) ?? []
    pipelines.set(socket, waiting)
    const before = waiting.at(-1) ?? current
    waiting.push(response)
    response.once('finish', () => waiting.shift())
    if (waiting.length > maxPipelinedRequests) refuse(request, response, tooManyPipelined)
    // The connection takes no more requests after its last response.
    // Deferred, so that requests of other connections that have arrived in the meantime go first.
    else before.once('finish', () => setImmediate(() => socket.writable && handle(request, response)))
  }
}

/** For this long, a body may arrive at any speed. */
const patience = 30 * seconds
/** After that, the fewest bytes in each period. */
const slowest = { bytes: 80 * 1024, over: 10 * seconds }

/**
 * Limits how slowly a body may arrive. Node's `requestTimeout` limits the total time instead, but a large
 * file on a slow connection needs minutes.
 */
function watchBody(
  request: IncomingMessage,
  response: ServerResponse,
  refuse: (socket: Socket) => void,
): void {
  const { socket } = request
  let [before, time] = [socket.bytesRead, 0]

  function look(): void {
    const arrived = socket.bytesRead - before
    before += arrived
    time += slowest.over
    // If nobody is reading the body, it is not the client that is slow.
    const isArriving = request.complete || request.readableLength > 0 || arrived >= slowest.bytes
    if (isArriving || time < patience) return
    if (response.writableEnded) socket.destroy()
    else refuse(socket)
  }

  // `setImmediate` lets Node read first: after a busy moment, the socket may hold much unread data.
  const timer = setInterval(() => setImmediate(look), slowest.over).unref()
  request.once('close', () => clearInterval(timer))
}

/** How long open connections are served after listening has ended, and how often to look whether there are any. */
const grace = 1 * seconds
const look = 20
/** How long accepted requests may take. */
const longest = 7 * seconds
/** The number of connections that the operating system accepts ahead of us, as requested by Node. */
const backlog = 511

export interface Draining {
  /**
   * Tells load balancers to send requests elsewhere: `/readyz` is 503, and every response is the last on its
   * connection, because a balancer may forward whole connections. Requests are served as before, also on new
   * connections.
   */
  begin(): void
  readonly isDraining: boolean
}

/**
 * Before the server closes, it stops listening, and for a moment keeps responding on open connections, with
 * each response the last on its connection. Closing idle connections at once would drop a request that is
 * just arriving. Accepted requests get longer, but not indefinitely.
 */
export function drainBeforeClose(app: FastifyInstance, onStopListening: () => void): Draining {
  const draining = {
    isDraining: false,
    begin: () => {
      draining.isDraining = true
    },
  }
  app.addHook('preClose', async () => {
    draining.begin()
    const { server } = app
    await takeAllConnections(app)
    // Not http's own close(), which also closes idle connections.
    Server.prototype.close.call(server)
    onStopListening()
    setTimeout(() => server.closeAllConnections(), longest).unref()
    // Counted in turns, each of which reads everything that has arrived: on a busy machine, a second may have
    // only a few.
    for (let turns = grace / look; turns > 0 && (await openConnections(app)) > 0; turns--) await pause(look)
  })
  return draining
}

/**
 * Connections that are accepted by the operating system but not yet by Node would be reset when the listener
 * closes. Node takes one in each turn.
 */
async function takeAllConnections({ server }: FastifyInstance): Promise<void> {
  let idleTurns = 0
  const taken = () => {
    idleTurns = 0
  }
  server.on('connection', taken)
  for (let turns = 0; turns < backlog && idleTurns++ < 3; turns++) await nextTurn()
  server.off('connection', taken)
}

const openConnections = (app: FastifyInstance) =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count ?? 0)))
