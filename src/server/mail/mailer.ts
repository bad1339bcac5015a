import { setTimeout as pause } from 'node:timers/promises'
import { type Clock, seconds } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { hashToken, linkToken } from './link-token.ts'
import { linkMessage } from './messages.ts'
import {
  anythingDue,
  type Claim,
  claimSends,
  dropExpired,
  markSent,
  postpone,
  renewClaim,
  renewEvery,
} from './outbox.ts'
import type { Send } from './transports.ts'

export interface Mailer {
  start(): void
  /** There may be something to send. Returns at once: no request ever waits for a mail server. */
  wake(): void
  /** Lets what is on its way arrive, for some seconds, and begins nothing new. */
  stop(): Promise<void>
}

export interface MailReport {
  sent(): void
  failed(claim: Claim, error: unknown): void
  gaveUp(messages: number): void
  trouble(error: unknown): void
}

interface Parts {
  config: Pick<Config, 'appUrl' | 'jwtSecret'>
  db: Database
  clock: Clock
  send: Send
  report: MailReport
}

const lookEvery = 1 * seconds
const atOnce = 8
const patience = 7 * seconds

export function createMailer({ config, db, clock, send, report }: Parts): Mailer {
  const sending = new Map<string, Promise<void>>()
  let stopped = true
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let again = false

  async function look() {
    try {
      report.gaveUp(await dropExpired(db, clock))
      while (!stopped && sending.size < atOnce && (await anythingDue(db, clock))) {
        for (const claim of await claimSends(db, clock, atOnce - sending.size)) begin(claim)
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
    // A claim that ran out while the database was away may come round again; its first holder is still here.
    if (sending.has(claim.id)) return
    const delivery = deliver(claim).finally(() => {
      sending.delete(claim.id)
      wake()
    })
    sending.set(claim.id, delivery)
  }

  async function deliver(claim: Claim) {
    const renewing = setInterval(() => renewClaim(db, clock, claim).catch(report.trouble), renewEvery)
    try {
      await send(messageOf(claim), claim.id)
      report.sent()
      await insist(() => markSent(db, claim))
    } catch (error) {
      report.failed(claim, error)
      await insist(() => postpone(db, clock, claim))
    } finally {
      clearInterval(renewing)
    }
  }

  function messageOf({ nonce, token_hash, purpose, email }: Claim) {
    const token = linkToken(config, nonce)
    if (hashToken(token) !== token_hash) throw new Error('JWT_SECRET has changed since this link was made')
    return linkMessage(purpose, email, `${config.appUrl}/verify-email?token=${token}`)
  }

  /** What the mail server said is known only here until it is written down. */
  async function insist(write: () => Promise<void>) {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        report.trouble(error)
        if (stopped) return
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
      await Promise.race([Promise.all(sending.values()), pause(patience, undefined, { ref: false })])
    },
  }
}
