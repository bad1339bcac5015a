import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type MadeApiToken, scopes } from '../../contract/access.ts'
import { decodeJson, parseJson } from '../common/json.ts'
import { OAuthError, ProblemError } from '../common/problems.ts'
import { bytesOfBody, requireType } from './body.ts'
import { type createErrors, hasToken, sendWhenReceived, waitOf } from './errors.ts'

// The endpoints by which clients connect themselves. The person allows it on a page of the app. Pages of any origin may call
// them: they ignore cookies, so a page can do no more there than any program.

type Form = ReadonlyMap<string, string>

export interface OAuth {
  /** The answer to the metadata of a client. */
  register(metadata: unknown): object
  /** The API token for a code. `ip` is where the client asks from. */
  exchange(form: Form, ip: string): Promise<MadeApiToken>
  giveBack(form: Form, ip: string): Promise<void>
}

interface Parts {
  oauth: OAuth
  appUrl: string
  toProblem: ReturnType<typeof createErrors>['toProblem']
  /** Throws if the client has sent too many requests. */
  limitRate(request: FastifyRequest): void
}

const json = 'application/json; charset=utf-8'

/** A kind of body. */
interface Reader<Sent> {
  type: string
  bodyLimit: number
  /** The code for a body that can't be read. */
  unreadable: 'invalid_request' | 'invalid_client_metadata'
  read(bytes: Uint8Array): Sent
}

/** The largest metadata of a client. It comes back with every request, as its id. */
const maxMetadata = 2 * 1024

const metadata: Reader<unknown> = {
  type: 'application/json',
  bodyLimit: maxMetadata,
  unreadable: 'invalid_client_metadata',
  read: (bytes) => parseJson(decodeJson(bytes), { values: maxMetadata, deep: maxMetadata }),
}

const form: Reader<Form> = {
  type: 'application/x-www-form-urlencoded',
  // Much more than the longest id of a client and the longest redirect URI.
  bodyLimit: 16 * 1024,
  unreadable: 'invalid_request',
  read: readForm,
}

export function serveOAuth(app: FastifyInstance, { oauth, appUrl, ...parts }: Parts): void {
  serveMetadata(app, appUrl)
  // RFC 7591. Nothing is stored, so there is nothing to fill.
  servePost(app, parts, '/oauth/register', metadata, async (sent, reply) => {
    reply.code(201)
    return oauth.register(sent)
  })
  // RFC 6749 §3.2.
  servePost(app, parts, '/oauth/token', form, async (sent, _reply, ip) => {
    const { token, api_token } = await oauth.exchange(sent, ip)
    return { access_token: token, token_type: 'Bearer', scope: api_token.scope }
  })
  // RFC 7009.
  servePost(app, parts, '/oauth/revoke', form, async (sent, _reply, ip) => {
    await oauth.giveBack(sent, ip)
    return undefined
  })
}

/** The parameters of a form, of which each may be sent once (RFC 6749 §3.2). Empty ones count as not sent. */
function readForm(bytes: Uint8Array): Form {
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(Buffer.from(bytes).toString())) {
    if (form.has(name)) throw new OAuthError('invalid_request', `There is more than one ${name}.`)
    if (value) form.set(name, value)
  }
  return form
}

/** Serves an endpoint that answers errors in OAuth's own form, and shares a limit for each client's IP. */
function servePost<Sent>(
  app: FastifyInstance,
  { toProblem, limitRate }: Pick<Parts, 'toProblem' | 'limitRate'>,
  url: string,
  { type, bodyLimit, unreadable, read }: Reader<Sent>,
  answer: (sent: Sent, reply: FastifyReply, ip: string) => Promise<object | undefined>,
): void {
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
      // After the connection has been closed, there is no IP.
      const content = await answer(read(await bytesOfBody(request)), reply, request.ip ?? '')
      reply.header('cache-control', 'no-store')
      if (content) reply.type(json)
      return reply.send(content && JSON.stringify(content))
    },
  })
}

/** The codes of errors that are not the client's mistakes. */
const codes: Record<number, string> = {
  429: 'too_many_requests',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** Answers errors as RFC 6749 §5.2 says. `unreadable` is the code for a request that could not be read. */
const answerAsOAuth =
  (toProblem: Parts['toProblem'], unreadable: string) =>
  (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    const isOurs = error instanceof OAuthError
    const problem = isOurs ? undefined : toProblem(error, request)
    const code = isOurs ? error.error : (codes[problem?.status ?? 400] ?? unreadable)
    const description = isOurs ? error.description : (problem?.detail ?? '')
    const isTheirs = code === unreadable || isOurs
    const wait = problem && waitOf(problem)
    sendWhenReceived(request, reply, () => {
      if (wait !== undefined) reply.header('retry-after', wait)
      reply
        .code(isTheirs ? 400 : (problem?.status ?? 400))
        .header('cache-control', 'no-store')
        .type(json)
        .send(JSON.stringify({ error: code, error_description: plain(description) }))
    })
    return reply
  }

/** RFC 6749 allows no other characters. */
const plain = (text: string) => text.replaceAll('"', "'").replace(/[^\x20-\x5b\x5d-\x7e]/g, '?')

/** The hook of these endpoints. It comes first, so that a page can also read errors. */
function openToAnyOrigin(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header('access-control-allow-origin', '*')
  done()
}

/** Answers a browser that asks whether a page may call. */
function answerPreflights(app: FastifyInstance, url: string, methods: readonly string[]): void {
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

const resourcePath = '/.well-known/oauth-protected-resource'
const serverPath = '/.well-known/oauth-authorization-server'

/**
 * The URLs of the two documents. If the app is below a path, they are at the root of its host all the same, and name the path
 * at their end (RFC 8414 §3.1, RFC 9728 §3.1).
 */
export function metadataUrls(appUrl: string) {
  const { origin, pathname } = new URL(appUrl)
  const path = pathname.replace(/\/$/, '')
  return { resource: `${origin}${resourcePath}${path}/mcp`, server: origin + serverPath + path }
}

/** The documents by which a client finds out how to connect: RFC 9728 about `/mcp`, RFC 8414 about the rest. */
function serveMetadata(app: FastifyInstance, appUrl: string): void {
  const urls = metadataUrls(appUrl)
  const methods = ['GET', 'HEAD']
  const serve = (places: string[], document: object) => {
    const text = JSON.stringify(document)
    for (const url of new Set(places)) {
      answerPreflights(app, url, methods)
      app.route({
        method: methods,
        url,
        exposeHeadRoute: false,
        onRequest: openToAnyOrigin,
        handler: (_request, reply) =>
          reply
            .type(json)
            // Short, because it may change with the next version.
            .header('cache-control', 'public, max-age=300')
            .send(text),
      })
    }
  }
  serve([resourcePath, new URL(urls.resource).pathname], {
    resource: `${appUrl}/mcp`,
    authorization_servers: [appUrl],
    bearer_methods_supported: ['header'],
    scopes_supported: scopes,
    resource_name: 'Inboard',
  })
  serve([serverPath, new URL(urls.server).pathname], {
    issuer: appUrl,
    authorization_endpoint: `${appUrl}/authorize`,
    token_endpoint: `${appUrl}/oauth/token`,
    revocation_endpoint: `${appUrl}/oauth/revoke`,
    registration_endpoint: `${appUrl}/oauth/register`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    // Otherwise RFC 8414 would mean a secret.
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: scopes,
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  })
}

/**
 * The `WWW-Authenticate` with which `/mcp` tells a client how to connect (RFC 6750 §3, RFC 9728 §5.1). A refused
 * tool names the scope that it takes. Otherwise it is the widest, which the person narrows when they allow it.
 */
export function challengeFor(appUrl: string) {
  const metadata = `resource_metadata="${metadataUrls(appUrl).resource}"`
  return (error: unknown, request: FastifyRequest): string | undefined => {
    const { problem, scope = 'write' } = error instanceof ProblemError ? error : {}
    const parameters = `${metadata}, scope="${scope}"`
    const status = problem?.status
    if (status === 403) return `Bearer error="insufficient_scope", ${parameters}`
    if (status !== 401) return undefined
    return hasToken(request) ? `Bearer error="invalid_token", ${parameters}` : `Bearer ${parameters}`
  }
}
