import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { type Clock, hours } from './clock.ts'
import { fullIp, truncatedIp } from './ip.ts'
import { ProblemError } from './problems.ts'

/** Every event of the audit trail. People search and alert by these names, so they must not change. */
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
  'client_allowed',
  'client_refused',
  'account_deleted',
] as const
export type AuditEvent = (typeof auditEvents)[number]

/** The account concerned, if known, and the client's IP. Every `Call` is an `Actor`. */
export interface Actor {
  ownerId: string
  client: string
}

/** The most lines an hour with the same event and outcome: for one account, and for all unknown accounts together. */
const maxLinesOfAccount = 100
const maxLinesOfStrangers = 1000

interface Alike {
  line: { event: AuditEvent; user_id: string | null; outcome: string }
  until: number
  count: number
}

/**
 * Writes a line to the log and counts it in the metrics. The outcome is `ok` or the code of the problem sent
 * to the caller. Call it after the commit, so that nothing that was rolled back is recorded. To keep anybody
 * from filling the disk, only the first of many equal events in an hour are written, followed by one line
 * with the number of the others.
 */
export type Audit = (event: AuditEvent, actor: Actor, outcome?: string) => void

export function createAudit(
  { logAddresses }: Pick<Config, 'logAddresses'>,
  log: Pick<Logger, 'info'>,
  metrics: Pick<Metrics, 'audited'>,
  clock: Clock,
): Audit {
  const shown = { full: fullIp, truncated: truncatedIp, none: () => null }[logAddresses]
  /** The events of the last hour, ordered by when their hour ends. */
  const hour = new Map<string, Alike>()

  function endHours(now: number): void {
    for (const [key, { line, until, count }] of hour) {
      if (until > now) return
      hour.delete(key)
      const more = count - maxLinesOf(line)
      if (more > 0) log.info({ ...line, client: null, more }, 'audit')
    }
  }

  return (event, { ownerId, client }, outcome = 'ok') => {
    metrics.audited(event, outcome)
    endHours(clock.now())
    const line = { event, user_id: ownerId || null, outcome }
    const key = Object.values(line).join(' ')
    const alike = hour.getOrInsertComputed(key, () => ({ line, until: clock.now() + 1 * hours, count: 0 }))
    if (++alike.count <= maxLinesOf(line)) log.info({ ...line, client: shown(client) }, 'audit')
  }
}

const maxLinesOf = ({ user_id }: Alike['line']) =>
  user_id === null ? maxLinesOfStrangers : maxLinesOfAccount

/** Records the outcome of an attempt: success, or the reason for the refusal. Invalid requests are not recorded. */
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
    const { status = 500, code = '' } = error instanceof ProblemError ? error.problem : {}
    if (status < 500 && code !== 'validation_failed') audit(event, actor, code)
    throw error
  }
}
