import type { Settings } from '../../server/config/config.ts'
import type { Arrival } from '../../server/http/edge/arrivals.ts'
import { type Finding, good, problem, warning } from './finding.ts'
import type { Visit } from './reach.ts'

const about = 'proxy'

/** Reserved for documentation, so it is nobody's. */
const forged = '192.0.2.1'

const addHeader =
  'Have it add the IP of the client; in nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for'

/** Judges by what arrives of two requests: one as a browser sends it, and one that claims to come from elsewhere. */
export async function examineProxy(settings: Settings, visit: Visit): Promise<Finding[]> {
  const { arrived, port } = await visit()
  if (!arrived) return []
  const { trustProxy } = arrived
  // As many as are trusted, and one more: the last that is trusted decides.
  const lie = Array.from({ length: trustProxy + 1 }, () => forged).join(', ')
  const isForgeable = (await visit({ 'x-forwarded-for': lie })).arrived?.ip === forged
  const isDirect = arrived.port === port && arrived.forwardedFor.length === 0
  return [
    ...(trustProxy === settings.trustProxy ? [] : [differs(trustProxy, settings.trustProxy)]),
    isDirect ? judgeNone(settings, trustProxy) : judge(settings, arrived, isForgeable),
  ]
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
  const { trustProxy, forwardedFor, hasForwarded } = arrived
  const proxies = forwardedFor.length
  const depth = `${proxies} ${proxies === 1 ? 'proxy adds' : 'proxies add'} to X-Forwarded-For, but TRUST_PROXY is ${trustProxy}`
  const correct = `Set TRUST_PROXY=${proxies}.`
  if (isForgeable && trustProxy > proxies && proxies > 0)
    return problem(about, `${depth}: clients can forge their IP`, correct)
  const passesOn = 'passes it on as clients send it: they can forge their IP'
  if (isForgeable && proxies > 0)
    return problem(about, `it replaces X-Forwarded-For only if there is none, and ${passesOn}`, addHeader)
  if (proxies === 0) {
    const header = `it sends ${hasForwarded ? 'Forwarded, but ' : ''}no X-Forwarded-For`
    const todo = trustProxy === 0 ? `${addHeader} (and set TRUST_PROXY=1)` : addHeader
    return problem(
      about,
      isForgeable
        ? `${header} of its own, and ${passesOn}`
        : `${header}: all people share the limits of one IP`,
      todo,
    )
  }
  if (trustProxy < proxies) return problem(about, `${depth}: all people share the limits of one IP`, correct)
  if (trustProxy > proxies)
    return warning(about, `${depth}: whoever gets past the proxy can forge their IP`, correct)
  return examineBypass(settings, `${trustProxy} in front; a forged X-Forwarded-For is ignored`)
}

const differs = (there: number, here: number) =>
  warning(
    about,
    `the running server has TRUST_PROXY=${there}, but the variables here say ${here}`,
    'Restart the server, or run this with its variables.',
  )

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
  return examineBypass(
    settings,
    `TRUST_PROXY is ${trustProxy}; not checked, because APP_URL does not lead to this server`,
  )
}

const examineBypass = ({ host, port }: Settings, otherwise: string) =>
  host === '0.0.0.0' || host === '::'
    ? warning(
        about,
        `the server also listens on ${host}:${port}: clients that bypass the proxy can forge their IP`,
        'If the proxy is on this machine, unset HOST. Otherwise let a firewall admit only the proxy.',
      )
    : good(about, otherwise)
