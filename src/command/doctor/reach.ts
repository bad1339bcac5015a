import { isIPv6 } from 'node:net'
import { minutes, systemClock } from '../../server/common/clock.ts'
import { version } from '../../server/common/version.ts'
import type { Config, Settings } from '../../server/config/config.ts'
import { readStoredSecret } from '../../server/config/stored-secret.ts'
import { readDatabase } from '../../server/db/open.ts'
import { type Arrival, makeMark, markHeader } from '../../server/http/edge/arrivals.ts'
import { ask, type Reply } from './ask.ts'
import { type Finding, good, problem, reasonOf, warning } from './finding.ts'
import { examineMetadata } from './metadata.ts'
import { examinePassage } from './passage.ts'
import { examineProxy, guessProxy } from './proxy.ts'

/** Checks that APP_URL leads to the server, and what that means for passkeys and rate limits. */
export async function examineReach(settings: Settings): Promise<Finding[]> {
  const { found, visit } = await examineUrl(settings)
  return [
    examinePasskeys(settings),
    ...(visit ? await examineProxy(settings, visit) : [guessProxy(settings)]),
    found,
    ...(visit ? await examinePassage(settings.appUrl, visit) : []),
    ...(visit ? await examineMetadata(settings) : []),
  ]
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

/** Sends a request through APP_URL, and resolves to how it arrived. */
export type Visit = (
  headers?: Record<string, string>,
  path?: string,
  isEnough?: (text: string) => boolean,
) => Promise<Reply & { arrived: Arrival | undefined }>

const about = 'APP_URL'

async function examineUrl(settings: Settings): Promise<{ found: Finding; visit?: Visit }> {
  const { appUrl } = settings
  const secret = settings.jwtSecret ?? readStoredSecret(settings.database)
  const visit: Visit = async (headers, path = '/healthz', isEnough) => {
    const mark = makeMark(secret, systemClock.now())
    // No cache has an answer to a URL that is new.
    const url = `${appUrl}${path}?${mark.slice(-8)}`
    const reply = await ask(url, { ...headers, [markHeader]: mark }, isEnough)
    return { ...reply, arrived: (reply.body as { arrived?: Arrival } | undefined)?.arrived }
  }
  try {
    const asked = systemClock.now()
    const reply = await visit()
    const trouble = await examineReply(settings, reply, asked)
    if (trouble) return { found: trouble }
    const { arrived } = reply
    if (!arrived) return { found: anotherSecret(appUrl, reply) }
    const identity = await identityOf(settings.database)
    if (identity !== undefined && identity !== arrived.database) return { found: anotherDatabase(appUrl) }
    return { found: examineVersion(appUrl, reply), visit }
  } catch (error) {
    return { found: await unreachable(settings, error) }
  }
}

async function examineReply(
  settings: Settings,
  { status, headers }: Reply,
  asked: number,
): Promise<Finding | undefined> {
  const { appUrl } = settings
  const { location = '' } = headers
  if (status >= 300 && status < 400) {
    const target = URL.parse(location, appUrl)?.href.replace(/\/healthz.*/, '') ?? location
    const isOurs = URL.parse(target)?.hostname === new URL(appUrl).hostname
    return problem(
      about,
      `${appUrl} redirects to ${target}`,
      isOurs ? `Set APP_URL=${target}` : 'If people have to sign in there first, let /healthz pass without.',
    )
  }
  if (!headers['inboard-version']) {
    const todo = [502, 503, 504].includes(status) ? await hintAtProxy(settings) : 'Check the proxy.'
    return problem(about, `${appUrl} answers, but is not Inboard (${status})`, todo)
  }
  const apart = Math.abs(Date.parse(headers.date ?? '') - asked)
  if (apart > 1 * minutes)
    return problem(
      about,
      `the clock of ${appUrl} differs from that of this machine`,
      'Synchronise both with NTP.',
    )
  return undefined
}

function anotherSecret(appUrl: string, { headers }: Reply): Finding {
  const there = headers['inboard-version']
  return there === version
    ? problem(
        about,
        `${appUrl} leads to another Inboard: its JWT_SECRET differs`,
        'Set APP_URL to the URL of this one. If it is this one, run this with its variables and as its user, or restart it.',
      )
    : warning(about, `${appUrl} runs version ${there}, but this is ${version}`, 'Restart the server.')
}

const anotherDatabase = (appUrl: string) =>
  problem(
    about,
    `${appUrl} leads to another Inboard: it has the same JWT_SECRET, but not this database`,
    'Set APP_URL to the URL of this one. If it is this one, check DATABASE_URL, or restart it.',
  )

function examineVersion(appUrl: string, { headers }: Reply): Finding {
  const there = headers['inboard-version']
  return there === version
    ? good(about, `${appUrl} answers, version ${there}`)
    : warning(about, `${appUrl} runs version ${there}, but this is ${version}`, 'Restart the server.')
}

/** Undefined if the database cannot be read, which is a finding of its own. */
async function identityOf(database: Config['database']): Promise<string | undefined> {
  try {
    const db = await readDatabase(database)
    return await db.identity().finally(() => db.close())
  } catch {
    return undefined
  }
}

const untrusted =
  /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY|DECRYPT|DECODE)|HOSTNAME_MISMATCH|INVALID_CA|ALTNAME/

async function unreachable(settings: Settings, error: unknown): Promise<Finding> {
  const { appUrl } = settings
  const { code = '' } = error as NodeJS.ErrnoException
  if (untrusted.test(code))
    return problem(
      about,
      `the certificate of ${appUrl} is not trusted: ${reasonOf(error)}`,
      'Renew or replace it. If it comes from an authority of your own, add that to the system, or set NODE_EXTRA_CA_CERTS=FILE.',
    )
  return problem(
    about,
    `${appUrl} does not answer: ${reasonOf(error)}`,
    (await isRunning(settings))
      ? `The server runs on ${addressOf(settings)}. Check the proxy, the name in DNS and the firewall.`
      : 'Start the server. If it is running elsewhere, check the proxy, the name in DNS and the firewall.',
  )
}

const hintAtProxy = async (settings: Settings) =>
  (await isRunning(settings))
    ? `The proxy does not reach the server: it has to lead to ${addressOf(settings)}.`
    : 'Start the server. If it is running elsewhere, the proxy has to lead there.'

/** Asked without the proxy. */
const isRunning = (settings: Settings) =>
  ask(`http://${addressOf(settings)}/healthz`).then(
    ({ headers }) => headers['inboard-version'] !== undefined,
    () => false,
  )

function addressOf({ host, port }: Settings): string {
  if (host === '0.0.0.0' || host === '::') return `localhost:${port}`
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`
}
