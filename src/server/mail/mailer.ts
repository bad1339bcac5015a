import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Clock, iso, minutes, seconds } from '../common/clock.ts'
import { hashToken } from '../common/secrets.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { linkMessage } from './messages.ts'
import { type Claim, claimDue, linkToken, postpone, remove, renewClaim, renewEvery } from './outbox.ts'
import { isRefusedForGood, type Send } from './transports.ts'

export interface Mailer {
  start(): void
  /** Looks for messages to send. Returns at once: no request waits for a mail server. */
  wake(): void
  /** Sends no further messages, and waits some seconds for those being sent. */
  stop(): Promise<void>
}

export interface MailReport {
  sent(): void
  failed(claim: Claim, error: unknown): void
  /** Because its link has expired, or because of the error. */
  gaveUp(claim: Claim, error?: unknown): void
  trouble(error: unknown): void
}

interface Parts {
  config: Pick<Config, 'appUrl' | 'jwtSecret' | 'jwtSecretPrevious'>
  db: Database
  clock: Clock
  send: Send
  report: MailReport
}

const pollEvery = 1 * seconds
const patience = 7 * seconds

// An attempt ends after a minute, however slow the mail server. After a second it no longer counts towards
// `promptAtOnce`.
const longestAttempt = 1 * minutes
const promptAttempt = 1 * seconds
const promptAtOnce = 10
// Some servers also say that it is permanent when it passes.
const mostRefusals = 5
const atOnce = 50

export function createMailer({ config, db, clock, send, report }: Parts): Mailer {
  const sending = new Map<string, { since: number; done: Promise<void> }>()
  const ending = new AbortController()
  let stopped = true
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> | undefined
  let again = false

  function capacity() {
    const prompt = performance.now() - promptAttempt
    const recent = [...sending.values()].filter(({ since }) => since > prompt).length
    return Math.min(promptAtOnce - recent, atOnce - sending.size)
  }

  async function poll() {
    try {
      while (!stopped && capacity() > 0) {
        const claims = await claimDue(db, clock, capacity(), [...sending.keys()])
        if (claims.length === 0) return
        claims.forEach(begin)
      }
    } catch (error) {
      report.trouble(error)
    }
  }

  function wake() {
    if (stopped) return
    again = polling !== undefined
    polling ??= poll().finally(() => {
      polling = undefined
      if (again) wake()
    })
  }

  function begin(claim: Claim) {
    const done = deliver(claim).finally(() => {
      sending.delete(claim.id)
      wake()
    })
    sending.set(claim.id, { since: performance.now(), done })
  }

  async function deliver(claim: Claim) {
    const renewing = setInterval(() => renewClaim(db, clock, claim).catch(report.trouble), renewEvery)
    const settled = await attempt(claim)
    await retryUntilDone(() => (settled ? remove(db, claim) : postpone(db, clock, claim)))
    clearInterval(renewing)
  }

  /** Resolves to true if the message can be removed: it was sent, or must not be sent any more. */
  async function attempt(claim: Claim): Promise<boolean> {
    // Either the link was opened, so the message arrived whatever the mail server answered, or it must not be sent.
    if (claim.used_at) return true
    if (claim.expires_at <= iso(clock.now())) {
      report.gaveUp(claim)
      return true
    }
    try {
      const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(longestAttempt)])
      await send(messageOf(claim), claim.id, signal)
      report.sent()
      return true
    } catch (error) {
      report.failed(claim, error)
      if (claim.attempts < mostRefusals || !isRefusedForGood(error)) return false
      report.gaveUp(claim, error)
      return true
    }
  }

  function messageOf({ nonce, token_hash, purpose, email }: Claim) {
    const token = [config.jwtSecret, ...config.jwtSecretPrevious]
      .map((secret) => linkToken(secret, nonce))
      .find((one) => hashToken(one) === token_hash)
    if (!token) throw new Error('JWT_SECRET has changed since this link was made')
    return linkMessage(purpose, email, `${config.appUrl}/verify-email?token=${token}`)
  }

  /** Retries until the outcome of an attempt is recorded, because only this process knows it. */
  async function retryUntilDone(write: () => Promise<void>) {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        report.trouble(error)
        if (ending.signal.aborted) return
        await pause(pollEvery)
      }
    }
  }

  return {
    start() {
      stopped = false
      timer = setInterval(wake, pollEvery)
      wake()
    },
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      await polling
      const lastCall = setTimeout(() => ending.abort(), patience)
      await Promise.all([...sending.values()].map(({ done }) => done))
      clearTimeout(lastCall)
    },
  }
}

/** Mail trouble is logged and counted, without saying whose mail it is. */
export const mailReport = (log: Logger, metrics: Metrics): MailReport => ({
  sent: () => metrics.mailSent(),
  failed: ({ id, attempts }, error) => {
    metrics.mailFailed()
    log.warn({ message: id, attempts, reason: reasonOf(error) }, 'a message could not be sent yet')
  },
  gaveUp: ({ id, attempts }, error) => {
    metrics.mailGivenUp()
    const reason = error && reasonOf(error)
    const why = reason
      ? 'the mail server refuses a message'
      : 'a message was still unsent when its link expired'
    log.error({ message: id, attempts, reason }, why)
  },
  trouble: (error) => log.error({ err: error }, 'the outbox could not be read or written'),
})

/** Codes only: the text of a mail server's reply tends to repeat the address. */
function reasonOf(error: unknown): string {
  const { code, originalCode, command, responseCode, message } = error as {
    code?: string | number
    /** The system's code, if the mail library has replaced it with its own. */
    originalCode?: string
    command?: string
    responseCode?: number
    message: string
  }
  return code ? [code, originalCode, command, responseCode].filter(Boolean).join(' ') : message
}
