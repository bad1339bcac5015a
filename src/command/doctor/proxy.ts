import type { Settings } from '../../server/config/config.ts'
import type { Arrival } from '../../server/http/arrivals.ts'
import { metadataUrls } from '../../server/http/oauth.ts'
import { ask, type Visit } from './ask.ts'
import { type Finding, good, problem, warning } from './finding.ts'

const about = 'proxy'

/** What the proxies do to addresses, tokens, events and to the documents for agents. */
export const examineProxy = async (settings: Settings, visit: Visit): Promise<Finding[]> => [
  ...(await examineForwarding(settings, visit)),
  ...(await examineToken(settings)),
  ...(await examineStream(visit)),
  ...(await examineMetadata(settings)),
]

/** Reserved for documentation, so it is nobody's. */
const forged = '192.0.2.1'

const addHeader =
  'Have it add the IP of the client; in nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for'

/** Judges by what arrives of two requests: one as a browser sends it, and one that claims to come from elsewhere. */
async function examineForwarding(settings: Settings, visit: Visit): Promise<Finding[]> {
  const { arrived, port } = await visit()
  if (!arrived) return []
  const { trustProxy } = arrived
  // As many as are trusted, and one more: the last that is trusted decides.
  const lie = Array.from({ length: trustProxy + 1 }, () => forged).join(', ')
  const isForgeable = (await visit({ 'x-forwarded-for': lie })).arrived?.ip === forged
  const isDirect = arrived.port === port && arrived.forwardedFor.length === 0
  const found = isDirect ? judgeNone(settings, trustProxy) : judge(settings, arrived, isForgeable)
  if (trustProxy === settings.trustProxy) return [found]
  const says = `the running server has TRUST_PROXY=${trustProxy}, but the variables here say ${settings.trustProxy}`
  return [warning(about, says, 'Restart the server, or run this with its variables.'), found]
}

/** Our connection ends at the server itself. */
const judgeNone = ({ appUrl }: Settings, trustProxy: number) =>
  trustProxy === 0
    ? good(about, 'none')
    : problem(
        about,
        `there is none between ${appUrl} and this server, but TRUST_PROXY is ${trustProxy}: clients can forge their IP`,
        'Set TRUST_PROXY to 0, or APP_URL to the URL of the proxy.',
      )

function judge(settings: Settings, arrived: Arrival, isForgeable: boolean): Finding {
  const { trustProxy, forwardedFor } = arrived
  const proxies = forwardedFor.length
  const passesOn = 'passes it on as clients send it: they can forge their IP'
  const shared = 'all people share the limits of one IP'
  if (proxies === 0) {
    const header = 'it sends no X-Forwarded-For'
    const todo = trustProxy === 0 ? `${addHeader} (and set TRUST_PROXY=1)` : addHeader
    return problem(
      about,
      isForgeable ? `${header} of its own, and ${passesOn}` : `${header}: ${shared}`,
      todo,
    )
  }
  const depth = `${proxies} ${proxies === 1 ? 'proxy adds' : 'proxies add'} to X-Forwarded-For, but TRUST_PROXY is ${trustProxy}`
  const correct = `Set TRUST_PROXY=${proxies}.`
  if (isForgeable)
    return trustProxy > proxies
      ? problem(about, `${depth}: clients can forge their IP`, correct)
      : problem(about, `it replaces X-Forwarded-For only if there is none, and ${passesOn}`, addHeader)
  if (trustProxy < proxies) return problem(about, `${depth}: ${shared}`, correct)
  if (trustProxy > proxies)
    return warning(about, `${depth}: whoever gets past the proxy can forge their IP`, correct)
  return judgeBypass(settings, `${trustProxy} in front; a forged X-Forwarded-For is ignored`)
}

/** Without a server that tells. Inboard speaks plain http on its own port, so any other APP_URL means a proxy. */
export function guessProxy(settings: Settings): Finding {
  const { appUrl, port, trustProxy } = settings
  const url = new URL(appUrl)
  const isDirect = url.protocol === 'http:' && (url.port || '80') === String(port)
  if (isDirect && trustProxy > 0)
    return warning(
      about,
      `APP_URL points straight at this server, but TRUST_PROXY is ${trustProxy}: clients can forge their IP`,
      'Set TRUST_PROXY to 0, or APP_URL to the URL of the proxy.',
    )
  if (isDirect) return good(about, 'none')
  if (trustProxy === 0)
    return problem(
      about,
      'APP_URL points to a proxy, but TRUST_PROXY is 0: all people share the limits of one IP',
      'Set TRUST_PROXY to the number of proxies in front of the server, usually 1.',
    )
  return judgeBypass(
    settings,
    `TRUST_PROXY is ${trustProxy}; not checked, because APP_URL does not lead to this server`,
  )
}

const judgeBypass = ({ host, port }: Settings, otherwise: string) =>
  host === '0.0.0.0' || host === '::'
    ? warning(
        about,
        `the server also listens on ${host}:${port}: clients that bypass the proxy can forge their IP`,
        'If the proxy is on this machine, unset HOST. Otherwise let a firewall admit only the proxy.',
      )
    : good(about, otherwise)

/** With a token that nobody has: the server says whether any has arrived. */
async function examineToken({ appUrl }: Settings): Promise<Finding[]> {
  const { headers } = await ask(`${appUrl}/api/projects`, { authorization: 'Bearer of-the-doctor' })
  if (headers['inboard-token'] !== 'missing') return []
  return [
    problem(
      about,
      'it removes the header Authorization: nobody stays signed in',
      'Have it pass Authorization on to the server as it is. If the proxy asks for a password itself, exempt /api/ and /mcp.',
    ),
  ]
}

async function examineStream(visit: Visit): Promise<Finding[]> {
  const reply = await visit({}, '/api/events').catch(() => undefined)
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
    const { issuer: ofServer, resource: ofResource } = (reply?.body ?? {}) as Record<string, unknown>
    if (value !== (ofServer ?? ofResource)) missing.push(new URL(url).pathname)
  }
  if (missing.length === 0) return [good('agents', 'can connect themselves')]
  const says = `cannot connect themselves: the proxy does not pass on ${missing.join(' and ')}`
  return [warning('agents', says, 'Let it pass these on to the server as they are, or set OAUTH=off.')]
}
