import { isIPv6 } from 'node:net'
import { minutes, systemClock } from '../../server/common/clock.ts'
import { reasonOf } from '../../server/common/command-error.ts'
import { version } from '../../server/common/version.ts'
import type { Config, Settings } from '../../server/config/config.ts'
import { readStoredSecret } from '../../server/config/stored-secret.ts'
import { readDatabase } from '../../server/db/open.ts'
import { type Arrival, makeMark, markHeader } from '../../server/http/arrivals.ts'
import { ask, type Reply, type Visit } from './ask.ts'
import { type Finding, good, problem, warning } from './finding.ts'
import { examineProxy, guessProxy } from './proxy.ts'

// What lies between browsers and the server: whether APP_URL leads here, and what arrives of a request.

export async function examineReach(settings: Settings): Promise<Finding[]> {
  const { found, visit } = await examineUrl(settings)
  const passkeys = judgePasskeys(settings)
  if (!visit) return [passkeys, guessProxy(settings), found]
  return [passkeys, found, ...(await examineProxy(settings, visit))]
}

function judgePasskeys({ appUrl, passkeys }: Settings): Finding {
  const about = 'passkeys'
  const { protocol, hostname } = new URL(appUrl)
  if (protocol === 'https:' || hostname === 'localhost')
    return good(about, `bound to ${passkeys.rpId}; they stop working if that changes`)
  const todo = 'Serve it over https, and set APP_URL accordingly.'
  return problem(about, `browsers do not support them on ${appUrl}`, todo)
}

const about = 'APP_URL'

/** Without `visit` if the URL does not lead to this server. */
async function examineUrl(settings: Settings): Promise<{ found: Finding; visit?: Visit }> {
  const { appUrl } = settings
  const secret = settings.jwtSecret ?? readStoredSecret(settings.database)
  const visit: Visit = async (headers, path = '/healthz') => {
    const mark = makeMark(secret, systemClock.now())
    // No cache has an answer to a URL that is new.
    const reply = await ask(`${appUrl}${path}?${mark.slice(-8)}`, { ...headers, [markHeader]: mark })
    return { ...reply, arrived: (reply.body as { arrived?: Arrival } | undefined)?.arrived }
  }
  try {
    const asked = systemClock.now()
    const reply = await visit()
    const trouble = (await judgeReply(settings, reply, asked)) ?? (await judgeServer(settings, reply))
    return trouble.is === 'problem' || !reply.arrived ? { found: trouble } : { found: trouble, visit }
  } catch (error) {
    return { found: await unreachable(settings, error) }
  }
}

/** Undefined if it is an Inboard that has answered. */
async function judgeReply(
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
  if (Math.abs(Date.parse(headers.date ?? '') - asked) <= 1 * minutes) return undefined
  const says = `the clock of ${appUrl} differs from that of this machine`
  return problem(about, says, 'Synchronise both with NTP.')
}

/** Whether it is this Inboard. */
async function judgeServer(
  { appUrl, database }: Settings,
  { arrived, headers }: Reply & { arrived: Arrival | undefined },
): Promise<Finding> {
  const there = headers['inboard-version']
  const identity = arrived && (await identityOf(database))
  if (identity !== undefined && identity !== arrived?.database)
    return problem(
      about,
      `${appUrl} leads to another Inboard: it has the same JWT_SECRET, but not this database`,
      'Set APP_URL to the URL of this one. If it is this one, check DATABASE_URL, or restart it.',
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
      // Node adds an option of its own, which helps nobody who runs the executable.
      `the certificate of ${appUrl} is not trusted: ${reasonOf(error).replace(/; if the root CA is installed locally.*/, '')}`,
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
