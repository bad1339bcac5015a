import { setTimeout as pause } from 'node:timers/promises'
import { type Clock, iso, minutes, seconds } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { hashToken, linkToken } from './link-token.ts'
import { linkMessage } from './messages.ts'
import { type Claim, claimDue, postpone, remove, renewClaim, renewEvery } from './outbox.ts'
import type { Send } from './transports.ts'

export interface Mailer {
  start(): void
  /** There may be something to send. Returns at once: no request ever waits for a mail server. */
  wake(): void
  /** Waits some seconds for messages that are being sent, and begins no more. */
  stop(): Promise<void>
}

export interface MailReport {
  sent(): void
  failed(claim: Claim, error: unknown): void
  gaveUp(claim: Claim): void
  trouble(error: unknown): void
}

interface Parts {
  config: Pick<Config, 'appUrl' | 'jwtSecret' | 'jwtSecretPrevious'>
  db: Database
  clock: Clock
  send: Send
  report: MailReport
}

const lookEvery = 1 * seconds
const patience = 7 * seconds

// An attempt ends after a minute, however slow the mail server. After a second it no longer counts towards
// `promptAtOnce`.
const longestAttempt = 1 * minutes
const promptAttempt = 1 * seconds
const promptAtOnce = 10
const atOnce = 50

export function createMailer({ config, db, clock, send, report }: Parts): Mailer {
  const inHand = new Map<string, { since: number; done: Promise<void> }>()
  const ending = new AbortController()
  let stopped = true
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let again = false

  function room() {
    const prompt = performance.now() - promptAttempt
    const recent = [...inHand.values()].filter(({ since }) => since > prompt).length
    return Math.min(promptAtOnce - recent, atOnce - inHand.size)
  }

  async function look() {
    try {
      while (!stopped && room() > 0) {
        const claims = await claimDue(db, clock, room(), [...inHand.keys()])
        if (claims.length === 0) return
        claims.forEach(begin)
      }
    } catch (error) {
      report.trouble(error)
    }
  }

  function wake() {
    if (stopped) return
    again = looking !== undefined
    looking ??= look().finally(() => {
      looking = undefined
      if (again) wake()
    })
  }

  function begin(claim: Claim) {
    const done = deliver(claim).finally(() => {
      inHand.delete(claim.id)
      wake()
    })
    inHand.set(claim.id, { since: performance.now(), done })
  }

  async function deliver(claim: Claim) {
    const renewing = setInterval(() => renewClaim(db, clock, claim).catch(report.trouble), renewEvery)
    const settled = await attempt(claim)
    await insist(() => (settled ? remove(db, claim) : postpone(db, clock, claim)))
    clearInterval(renewing)
  }

  /** Resolves to whether the message is settled: sent, or not to be sent any more. */
  async function attempt(claim: Claim): Promise<boolean> {
    // The link has been opened, so the message arrived, whatever the mail server answered; or it is not to be sent.
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
      return false
    }
  }

  function messageOf({ nonce, token_hash, purpose, email }: Claim) {
    const token = [config.jwtSecret, ...config.jwtSecretPrevious]
      .map((secret) => linkToken(secret, nonce))
      .find((one) => hashToken(one) === token_hash)
    if (!token) throw new Error('JWT_SECRET has changed since this link was made')
    return linkMessage(purpose, email, `${config.appUrl}/verify-email?token=${token}`)
  }

  /** Retries until the outcome of an attempt is recorded: until then only this process knows it. */
  async function insist(write: () => Promise<void>) {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        report.trouble(error)
        if (ending.signal.aborted) return
        await pause(lookEvery)
      }
    }
  }

  return {
    start() {
      stopped = false
      timer = setInterval(wake, lookEvery)
      wake()
    },
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      await looking
      const lastCall = setTimeout(() => ending.abort(), patience)
      await Promise.all([...inHand.values()].map(({ done }) => done))
      clearTimeout(lastCall)
    },
  }
}
