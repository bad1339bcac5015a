import type { Logger } from 'pino'
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

/**
 * Writes a line to the log, and counts it. The outcome is `ok`, or the code of the problem that the caller was told.
 * Called after the commit: what was rolled back has not happened.
 */
export type Audit = (event: AuditEvent, actor: Actor, outcome?: string) => void

export function createAudit(
  { logAddresses }: Pick<Config, 'logAddresses'>,
  log: Pick<Logger, 'info'>,
  metrics: Pick<Metrics, 'audited'>,
): Audit {
  const shown = { full: fullIp, truncated: truncatedIp, none: () => null }[logAddresses]
  return (event, { ownerId, client }, outcome = 'ok') => {
    metrics.audited(event, outcome)
    log.info({ event, user_id: ownerId || null, outcome, client: shown(client) }, 'audit')
  }
}

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
