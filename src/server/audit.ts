import type { Logger } from 'pino'
import { type Clock, hours } from './clock.ts'
import type { Config } from './config.ts'
import { fullIp, truncatedIp } from './ip.ts'
import type { Metrics } from './metrics/metrics.ts'
import { Failure } from './problems.ts'

/** Everything that the audit trail can say. People search and alert by these names, so they stay as they are. */
export const auditEvents = [
  'sign_in_by_link',
  'sign_in_by_passkey',
  'address_change_asked',
  'address_change',
  'passkey_added',
  'passkey_removed',
  'session_ended',
  'other_sessions_ended',
  'other_access_ended',
  'token_made',
  'token_revoked',
  'account_deleted',
] as const
export type AuditEvent = (typeof auditEvents)[number]

/** Whose account it happened to, if that is known, and from where. Every `Call` is one. */
export interface Actor {
  ownerId: string
  /** The IP of the client. */
  client: string
}

/** Lines of the same event and outcome in an hour: about one account, and about all for whom no account is known. */
const mostOfAccount = 100
const mostOfStrangers = 1000

interface Alike {
  line: { event: AuditEvent; user_id: string | null; outcome: string }
  until: number
  count: number
}

/**
 * Writes a line to the log, and counts it. The outcome is `ok`, or the code of the problem that the caller was told.
 * Called after the commit: what was rolled back has not happened. So that nobody can fill the disk, of many that are alike only the
 * first of an hour are written, and then a line that says how many more there were.
 */
export type Audit = (event: AuditEvent, actor: Actor, outcome?: string) => void

export function createAudit(
  { logAddresses }: Pick<Config, 'logAddresses'>,
  log: Pick<Logger, 'info'>,
  metrics: Pick<Metrics, 'audited'>,
  clock: Clock,
): Audit {
  const shown = { full: fullIp, truncated: truncatedIp, none: () => null }[logAddresses]
  /** Those of the last hour, the first to end first. */
  const hour = new Map<string, Alike>()

  function endHours(now: number): void {
    for (const [key, { line, until, count }] of hour) {
      if (until > now) return
      hour.delete(key)
      const more = count - mostOf(line)
      if (more > 0) log.info({ ...line, client: null, more }, 'audit')
    }
  }

  return (event, { ownerId, client }, outcome = 'ok') => {
    metrics.audited(event, outcome)
    endHours(clock.now())
    const line = { event, user_id: ownerId || null, outcome }
    const key = Object.values(line).join(' ')
    const alike = hour.getOrInsertComputed(key, () => ({ line, until: clock.now() + 1 * hours, count: 0 }))
    if (++alike.count <= mostOf(line)) log.info({ ...line, client: shown(client) }, 'audit')
  }
}

const mostOf = ({ user_id }: Alike['line']) => (user_id === null ? mostOfStrangers : mostOfAccount)

/** Records how an attempt ended: that it succeeded, or why it was refused. A request that makes no sense is not recorded. */
export async function recordAttempt<Result>(
  audit: Audit,
  event: AuditEvent,
  actor: Actor,
  attempt: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await attempt()
    audit(event, actor)
    return result
  } catch (error) {
    const { status = 500, code = '' } = error instanceof Failure ? error.problem : {}
    if (status < 500 && code !== 'validation_failed') audit(event, actor, code)
    throw error
  }
}
