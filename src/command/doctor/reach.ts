import { isLoopbackHost } from '../../contract/plain/loopback.ts'
import { minutes, systemClock } from '../../server/common/clock.ts'
import type { Settings } from '../../server/config/config.ts'
import { version } from '../../server/http/version.ts'
import { type Finding, good, problem, reasonOf, warning } from './finding.ts'

const patience = 5000

/** Checks that APP_URL leads to the server, and what that means for passkeys and rate limits. */
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
      `browsers do not support them on ${appUrl}`,
      'Serve it over https, and set APP_URL accordingly.',
    )
  return good(about, `bound to ${passkeys.rpId}; they stop working if that changes`)
}

/** Inboard speaks plain http on its own port, so any other APP_URL means a proxy. */
function examineProxy({ appUrl, host, port, trustProxy }: Settings): Finding | undefined {
  const about = 'proxy'
  const url = new URL(appUrl)
  const isDirect = url.protocol === 'http:' && (url.port || '80') === String(port)
  if (isDirect && trustProxy > 0)
    return warning(
      about,
      `APP_URL points straight at this server, but TRUST_PROXY is ${trustProxy}: clients can forge their IP`,
      'Set TRUST_PROXY to 0, or APP_URL to the URL of the proxy.',
    )
  if (!isDirect && trustProxy === 0)
    return problem(
      about,
      `APP_URL points to a proxy, but TRUST_PROXY is 0: all clients share one rate limit`,
      'Set TRUST_PROXY to the number of proxies in front of the server, usually 1.',
    )
  if (!isDirect && !isLoopbackHost(host) && host !== '0.0.0.0' && host !== '::') return undefined
  if (!isDirect && !isLoopbackHost(host))
    return warning(
      about,
      `the server also listens on ${host}:${port}: clients that bypass the proxy can forge their IP`,
      'If the proxy is on this machine, unset HOST. Otherwise let a firewall admit only the proxy.',
    )
  return good(about, isDirect ? 'none' : `${trustProxy} in front, trusted to name the client IP`)
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
      return problem(about, `${appUrl} answers, but is not Inboard (${response.status})`, 'Check the proxy.')
    const date = Date.parse(response.headers.get('date') ?? '')
    if (Math.abs(date - asked) > 1 * minutes)
      return problem(
        about,
        `the clock of ${appUrl} differs from that of this machine`,
        'Synchronise both with NTP.',
      )
    if (there !== version)
      return warning(about, `${appUrl} runs version ${there}, but this is ${version}`, 'Restart the server.')
    return good(about, `${appUrl} answers, version ${there}`)
  } catch (error) {
    return warning(
      about,
      `${appUrl} does not answer: ${reasonOf(error)}`,
      'If the server is running, check the proxy.',
    )
  }
}
