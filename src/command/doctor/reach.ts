import { minutes, systemClock } from '../../server/clock.ts'
import type { Settings } from '../../server/config.ts'
import { version } from '../../server/http/version.ts'
import { isLoopbackHost } from '../../server/ip.ts'
import { type Finding, good, problem, reasonOf, warning } from './finding.ts'

const patience = 5000

/** Whether people get to it by APP_URL, and what the way there means for passkeys and for limits. */
export async function examineReach(settings: Settings): Promise<Finding[]> {
  return [examinePasskeys(settings), examineProxy(settings), await examineUrl(settings)].filter(
    (finding) => finding !== undefined,
  )
}

function examinePasskeys({ appUrl, passkeys }: Settings): Finding {
  const about = 'passkeys'
  const { protocol, hostname } = new URL(appUrl)
  if (protocol !== 'https:' && hostname !== 'localhost')
    return problem(
      about,
      `browsers have none for ${appUrl}`,
      'Serve it by https, and set APP_URL accordingly.',
    )
  return good(about, `bound to ${passkeys.rpId}: they are lost if that changes`)
}

/** Inboard itself speaks plain http on its own port, so anything else in APP_URL is the work of a proxy. */
function examineProxy({ appUrl, host, port, trustProxy }: Settings): Finding | undefined {
  const about = 'proxy'
  const url = new URL(appUrl)
  const isDirect = url.protocol === 'http:' && (url.port || '80') === String(port)
  if (isDirect && trustProxy > 0)
    return warning(
      about,
      `APP_URL leads straight here, but TRUST_PROXY is ${trustProxy}: anybody can pretend to be another client`,
      'Set TRUST_PROXY to 0, or APP_URL to the URL of the proxy.',
    )
  if (!isDirect && trustProxy === 0)
    return problem(
      about,
      `APP_URL leads to a proxy, but TRUST_PROXY is 0: everybody shares the limits of one client`,
      'Set TRUST_PROXY to the number of proxies that a request passes: 1, mostly.',
    )
  if (!isDirect && !isLoopbackHost(host) && host !== '0.0.0.0' && host !== '::') return undefined
  if (!isDirect && !isLoopbackHost(host))
    return warning(
      about,
      `it also listens on ${host}:${port}, past the proxy: whoever gets there chooses the IP that is believed`,
      'If the proxy is on this machine, leave HOST out. Otherwise let a firewall admit nobody but the proxy.',
    )
  return good(about, isDirect ? 'none' : `${trustProxy} in front, whose word on the client is believed`)
}

async function examineUrl({ appUrl }: Settings): Promise<Finding> {
  const about = 'APP_URL'
  try {
    const asked = systemClock.now()
    const response = await fetch(`${appUrl}/healthz`, {
      signal: AbortSignal.timeout(patience),
      redirect: 'manual',
    })
    const there = response.headers.get('inboard-version')
    if (!there)
      return problem(
        about,
        `${appUrl} answers, but it is not Inboard (${response.status})`,
        'Look at the proxy.',
      )
    const date = Date.parse(response.headers.get('date') ?? '')
    if (Math.abs(date - asked) > 1 * minutes)
      return problem(about, `the clock of ${appUrl} differs from the one here`, 'Set both by NTP.')
    if (there !== version)
      return warning(
        about,
        `${appUrl} is served by version ${there}, and this is ${version}`,
        'Restart the server.',
      )
    return good(about, `${appUrl} answers, version ${there}`)
  } catch (error) {
    return warning(
      about,
      `${appUrl} does not answer: ${reasonOf(error)}`,
      'If the server is running, look at the proxy.',
    )
  }
}
