import * as http from 'node:http'
import * as https from 'node:https'
import { isIPv6 } from 'node:net'
import { getCACertificates } from 'node:tls'
import { seconds, systemClock } from '../../server/common/clock.ts'
import { reasonOf } from '../../server/common/command-error.ts'
import { version } from '../../server/common/version.ts'
import type { Settings } from '../../server/config/config.ts'
import { readStoredSecret } from '../../server/config/stored-secret.ts'
import { type Arrival, makeMark, markHeader } from '../../server/http/arrivals.ts'
import { metadataUrls } from '../../server/http/oauth.ts'
import { type Finding, good, problem, warning } from './finding.ts'

// Checks the way from browsers to the server: whether APP_URL leads here, and what proxies do to requests.

interface Reply {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
  /** The members of a JSON object. */
  body: Record<string, unknown>
  /** The port at our end of the connection. */
  port: number | undefined
}

const answersWithin = 5 * seconds
const longestBody = 64 * 1024

/**
 * Requests a URL as it is, on a connection of its own, and follows no redirect. Rejects if there is no answer, or if the
 * machine does not trust its certificate. Of a stream of events, reads the first part.
 */
async function ask(url: string, headers: Record<string, string> = {}): Promise<Reply> {
  // Also those that the operator has added to the system, as a browser on it would.
  const ca = [...getCACertificates('default'), ...getCACertificates('system')]
  const options = { agent: false, headers, signal: AbortSignal.timeout(answersWithin) }
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  const request = url.startsWith('https:')
    ? https.request(url, { ...options, ca }, resolve)
    : http.request(url, options, resolve)
  request.on('error', reject).end()
  try {
    const response = await promise
    const { statusCode: status = 0, socket } = response
    const port = socket.localPort
    const isStream = response.headers['content-type']?.startsWith('text/event-stream')
    let text = ''
    for await (const part of response.setEncoding('utf8')) {
      text += part
      if (isStream || text.length > longestBody) break
    }
    return { status, headers: response.headers, text, body: parse(text), port }
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error
    throw new Error(`no answer within ${answersWithin / seconds} seconds`)
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

interface Visit extends Reply {
  /** Undefined if the server does not know the mark. */
  arrived: Arrival | undefined
}

/** Requests a page below APP_URL, with a mark by which the server says how the request has arrived. */
async function visit(
  { appUrl, jwtSecret, database }: Settings,
  headers = {},
  path = '/healthz',
): Promise<Visit> {
  const mark = makeMark(jwtSecret ?? readStoredSecret(database), systemClock.now())
  // No cache has an answer to a URL that is new.
  const reply = await ask(`${appUrl}${path}?${mark.slice(-8)}`, { ...headers, [markHeader]: mark })
  return { ...reply, arrived: reply.body.arrived as Arrival | undefined }
}

export async function examineReach(settings: Settings): Promise<Finding[]> {
  const passkeys = judgePasskeys(settings)
  try {
    const reply = await visit(settings)
    const found = judgeReply(settings, reply)
    if (!reply.arrived) return [passkeys, found]
    return [
      passkeys,
      found,
      ...(await examineForwarding(settings, reply, reply.arrived)),
      ...(await examineToken(settings)),
      ...(await examineStream(settings)),
      ...(await examineMetadata(settings)),
    ]
  } catch (error) {
    return [passkeys, unreachable(settings, error)]
  }
}

function judgePasskeys({ appUrl, passkeys }: Settings): Finding {
  const { protocol, hostname } = new URL(appUrl)
  if (protocol === 'https:' || hostname === 'localhost')
    return good('passkeys', `bound to ${passkeys.rpId}; they stop working if that changes`)
  const todo = 'Serve it over https, and set APP_URL accordingly.'
  return problem('passkeys', `browsers do not support them on ${appUrl}`, todo)
}

/** Whether it is this Inboard that has answered. */
function judgeReply(settings: Settings, { status, headers, arrived }: Visit): Finding {
  const about = 'APP_URL'
  const { appUrl } = settings
  const { location = '', 'inboard-version': there } = headers
  if (status >= 300 && status < 400) {
    const target = URL.parse(location, appUrl)?.href.replace(/\/healthz.*/, '') ?? location
    const isOurs = URL.parse(target)?.hostname === new URL(appUrl).hostname
    return problem(
      about,
      `${appUrl} redirects to ${target}`,
      isOurs ? `Set APP_URL=${target}` : 'If people have to sign in there first, let /healthz pass without.',
    )
  }
  if (!there)
    return problem(
      about,
      `${appUrl} answers, but is not Inboard (${status})`,
      [502, 503, 504].includes(status)
        ? `Start the server. If it is running, the proxy has to lead to ${addressOf(settings)}.`
        : 'Check the proxy.',
    )
  if (there !== version)
    return warning(about, `${appUrl} runs version ${there}, but this is ${version}`, 'Restart the server.')
  if (arrived) return good(about, `${appUrl} answers, version ${there}`)
  return problem(
    about,
    `${appUrl} leads to another Inboard: its JWT_SECRET differs`,
    'Set APP_URL to the URL of this one. If it is this one, run this with its variables and as its user, or restart it.',
  )
}

const untrusted =
  /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY|DECRYPT|DECODE)|HOSTNAME_MISMATCH|INVALID_CA|ALTNAME/

function unreachable(settings: Settings, error: unknown): Finding {
  const { appUrl } = settings
  const { code = '' } = error as NodeJS.ErrnoException
  if (untrusted.test(code))
    return problem(
      'APP_URL',
      // Node adds an option of its own, which helps nobody who runs the executable.
      `the certificate of ${appUrl} is not trusted: ${reasonOf(error).replace(/; if the root CA is installed locally.*/, '')}`,
      'Renew or replace it. If it comes from an authority of your own, add that to the system, or set NODE_EXTRA_CA_CERTS=FILE.',
    )
  return problem(
    'APP_URL',
    `${appUrl} does not answer: ${reasonOf(error)}`,
    `Start the server. If it is running on ${addressOf(settings)}, check the proxy, the name in DNS and the firewall.`,
  )
}

function addressOf({ host, port }: Settings): string {
  if (host === '0.0.0.0' || host === '::') return `localhost:${port}`
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`
}

/** Reserved for documentation, so it is nobody's. */
const forged = '192.0.2.1'

/** Judges by what arrives of two requests: one as a browser sends it, and one that claims to come from elsewhere. */
async function examineForwarding(settings: Settings, { port }: Reply, arrived: Arrival): Promise<Finding[]> {
  const { trustProxy, forwardedFor } = arrived
  // As many as are trusted, and one more: the last that is trusted decides.
  const lie = Array.from({ length: trustProxy + 1 }, () => forged).join(', ')
  const isForgeable = (await visit(settings, { 'x-forwarded-for': lie })).arrived?.ip === forged
  // Then our connection ends at the server itself.
  const isDirect = arrived.port === port && forwardedFor.length === 0
  const found = isDirect
    ? judgeNone(settings, trustProxy)
    : judgeProxies(settings, trustProxy, forwardedFor.length, isForgeable)
  if (trustProxy === settings.trustProxy) return [found]
  const says = `the running server has TRUST_PROXY=${trustProxy}, but the variables here say ${settings.trustProxy}`
  return [warning('proxy', says, 'Restart the server, or run this with its variables.'), found]
}

const judgeNone = ({ appUrl }: Settings, trustProxy: number) =>
  trustProxy === 0
    ? good('proxy', 'none')
    : problem(
        'proxy',
        `there is none between ${appUrl} and this server, but TRUST_PROXY is ${trustProxy}: clients can forge their IP`,
        'Set TRUST_PROXY to 0, or APP_URL to the URL of the proxy.',
      )

const addHeader =
  'Have it add the IP of the client (and set TRUST_PROXY=1); in nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for'

function judgeProxies(
  { host, port }: Settings,
  trusted: number,
  proxies: number,
  isForgeable: boolean,
): Finding {
  const forge = 'clients can forge their IP'
  const shared = 'all people share the limits of one IP'
  if (isForgeable && (proxies === 0 || trusted <= proxies))
    return problem('proxy', `it passes X-Forwarded-For on as clients send it: ${forge}`, addHeader)
  if (proxies === 0) return problem('proxy', `it sends no X-Forwarded-For: ${shared}`, addHeader)
  if (trusted !== proxies) {
    const depth = `${proxies} ${proxies === 1 ? 'proxy adds' : 'proxies add'} to X-Forwarded-For, but TRUST_PROXY is ${trusted}`
    const todo = `Set TRUST_PROXY=${proxies}.`
    if (isForgeable) return problem('proxy', `${depth}: ${forge}`, todo)
    return trusted < proxies
      ? problem('proxy', `${depth}: ${shared}`, todo)
      : warning('proxy', `${depth}: whoever gets past the proxy can forge their IP`, todo)
  }
  if (host === '0.0.0.0' || host === '::')
    return warning(
      'proxy',
      `the server also listens on ${host}:${port}: clients that bypass the proxy can forge their IP`,
      'If the proxy is on this machine, unset HOST. Otherwise let a firewall admit only the proxy.',
    )
  return good('proxy', `${trusted} in front; a forged X-Forwarded-For is ignored`)
}

/** With a token that nobody has: the server says whether any has arrived. */
async function examineToken({ appUrl }: Settings): Promise<Finding[]> {
  const { headers } = await ask(`${appUrl}/api/projects`, { authorization: 'Bearer of-the-doctor' })
  if (headers['inboard-token'] !== 'missing') return []
  return [
    problem(
      'proxy',
      'it removes the header Authorization: nobody stays signed in',
      'Have it pass Authorization on to the server as it is. If the proxy asks for a password itself, exempt /api/ and /mcp.',
    ),
  ]
}

async function examineStream(settings: Settings): Promise<Finding[]> {
  const reply = await visit(settings, {}, '/api/events').catch(() => undefined)
  // An older server.
  if (reply?.status === 401) return []
  // The server sends the end of this stream two seconds after its beginning.
  if (reply?.text === ':\n\n') return [good('events', 'arrive at once')]
  return [
    warning(
      'events',
      'the proxy holds back the event stream: changes from other devices arrive late',
      'Have it pass on /api/events as it comes; in nginx: proxy_buffering off, in Caddy: flush_interval -1',
    ),
  ]
}

/** Below a path, agents look for two documents at the root of the host, which the proxy has to pass on. */
async function examineMetadata({ appUrl, basePath, oauth }: Settings): Promise<Finding[]> {
  if (!basePath || !oauth) return []
  const urls = metadataUrls(appUrl)
  const missing: string[] = []
  for (const [url, value] of [
    [urls.server, appUrl],
    [urls.resource, `${appUrl}/mcp`],
  ] as const) {
    const reply = await ask(url).catch(() => undefined)
    if (value !== (reply?.body.issuer ?? reply?.body.resource)) missing.push(new URL(url).pathname)
  }
  if (missing.length === 0) return [good('agents', 'can connect themselves')]
  const says = `cannot connect themselves: the proxy does not pass on ${missing.join(' and ')}`
  return [warning('agents', says, 'Let it pass these on to the server as they are, or set OAUTH=off.')]
}
