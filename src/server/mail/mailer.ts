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

interface Parts {
  config: Pick<Config, 'appUrl' | 'jwtSecret' | 'jwtSecretPrevious'>
  db: Database
  clock: Clock
  send: Send
  log: Logger
  metrics: Metrics
}

const pollEvery = 1 * seconds
const patience = 7 * seconds

/** However slow the mail server. */
const longestAttempt = 1 * minutes
// Some servers also say that it is permanent when it passes.
const maxRefusals = 5
/** Few enough for a mail server that limits its connections, and enough to go on if it hangs on some recipients. */
const atOnce = 20

export function createMailer({ config, db, clock, send, log, metrics }: Parts): Mailer {
  /** The attempts under way, by message. */
  const sending = new Map<string, Promise<void>>()
  const ending = new AbortController()
  let stopped = true
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> | undefined
  let again = false

  async function poll() {
    try {
      while (!stopped && sending.size < atOnce) {
        const claims = await claimDue(db, clock, atOnce - sending.size, [...sending.keys()])
        if (claims.length === 0) return
        claims.forEach(begin)
      }
    } catch (error) {
      reportTrouble(error)
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
    sending.set(claim.id, done)
  }

  async function deliver(claim: Claim) {
    const renewing = setInterval(() => renewClaim(db, clock, claim).catch(reportTrouble), renewEvery)
    const settled = await attempt(claim)
    await retryUntilDone(() => (settled ? remove(db, claim) : postpone(db, clock, claim)))
    clearInterval(renewing)
  }

  /** Resolves to true if the message can be removed: it was sent, or must not be sent any more. */
  async function attempt(claim: Claim): Promise<boolean> {
    // Either the link was opened, so the message arrived whatever the mail server answered, or it must not be sent.
    if (claim.used_at) return true
    if (claim.expires_at <= iso(clock.now())) {
      reportGivenUp(claim)
      return true
    }
    try {
      const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(longestAttempt)])
      await send(messageOf(claim), claim.id, signal)
      metrics.mailSent()
      return true
    } catch (error) {
      metrics.mailFailed()
      log.warn({ ...about(claim), reason: reasonOf(error) }, 'a message could not be sent yet')
      if (claim.attempts < maxRefusals || !isRefusedForGood(error)) return false
      reportGivenUp(claim, error)
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
        reportTrouble(error)
        if (ending.signal.aborted) return
        await pause(pollEvery)
      }
    }
  }

  // Mail trouble is logged and counted without saying whose mail it is.
  const about = ({ id, attempts }: Claim) => ({ message: id, attempts })

  /** Because its link has expired, or because of the error. */
  function reportGivenUp(claim: Claim, error?: unknown) {
    metrics.mailGivenUp()
    const why = error
      ? 'the mail server refuses a message'
      : 'a message was still unsent when its link expired'
    log.error({ ...about(claim), reason: error && reasonOf(error) }, why)
  }

  function reportTrouble(err: unknown) {
    log.error({ err }, 'the outbox could not be read or written')
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
      await Promise.all(sending.values())
      clearTimeout(lastCall)
    },
  }
}

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
