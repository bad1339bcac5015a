import { createHmac } from 'node:crypto'
import { type Clock, hours, iso, minutes, seconds } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import { derivedKey } from '../common/secrets.ts'
import type { World } from '../common/world.ts'
import type { Transaction } from '../db/database.ts'

const interval = 1 * minutes
export const retryAfter = interval / seconds

/**
 * A slot claimed between `after` and `until` is taken. A later one was claimed before the clock was set back.
 */
export function takenSlot(clock: Clock) {
  const now = clock.now()
  return { now: iso(now), after: iso(now - interval), until: iso(now + interval) }
}

export function throttled(clock: Clock, sentAt: string) {
  const wait = Math.ceil((Date.parse(sentAt) + interval - clock.now()) / seconds)
  return fail('throttled', { retry_after: Math.min(Math.max(wait, 1), retryAfter) })
}

/**
 * Shorter than the lifetime of a link, so anybody who has to wait because of a stranger's requests still has
 * a valid link.
 */
const pace = 10 * minutes

/**
 * Times further in the future were recorded before the clock was set back. Within the tolerance, they are
 * from another instance's clock.
 */
const tolerance = 1 * minutes

type Subject = 'sign-in links to' | 'changes asked for by' | 'changes to'

/** The time from which one more link may be sent, given those already sent. */
type Rule = (times: readonly number[]) => number

/** At most `limit` within an hour; 0 is no limit. */
export const perHour =
  (limit: number): Rule =>
  (times) =>
    limit === 0 || times.length < limit ? 0 : (times.at(-limit) ?? 0) + 1 * hours

/** After `limit` within an hour, one every ten minutes. */
export const perHourThenSlowly =
  (limit: number): Rule =>
  (times) =>
    Math.min(perHour(limit)(times), (times.at(-1) ?? 0) + pace)

interface SentLinks {
  /** Counts one more link, or throws if the rule doesn't allow it yet. */
  count(rule: Rule, detail: string): void
}

/**
 * The links sent within the last hour. Locks the row, so concurrent requests for the same subject wait for
 * this transaction.
 */
export async function sentLinks(
  tx: Transaction,
  { config, clock }: World,
  subject: Subject,
  whose: string,
): Promise<SentLinks> {
  const now = clock.now()
  const hash = createHmac('sha256', keyOf(config.jwtSecret)).update(`${subject} ${whose}`).digest('base64url')
  const row = await tx.get<{ times: string }>`
    insert into sent_links (subject, times, expires_at) values (${hash}, '[]', ${iso(now + 1 * hours)})
    on conflict (subject) do update set expires_at = excluded.expires_at
    returning times`
  const all: number[] = JSON.parse(row?.times ?? '[]')
  const times = all.filter((time) => time > now - 1 * hours && time <= now + tolerance)
  return {
    count(rule, detail) {
      const wait = Math.ceil((rule(times) - now) / seconds)
      if (wait > 0) throw fail('rate_limited', { retry_after: Math.min(wait, 3600), detail })
      tx.send`update sent_links set times = ${JSON.stringify([...times, now])} where subject = ${hash}`
    },
  }
}

const keyOf = (secret: string) => derivedKey(secret, 'inboard: to whom links were sent')
