import type { Caller } from '../caller.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Access } from './access.ts'
import { findApiToken, isApiToken, isUnrevoked, markUsed, usedWithin } from './api-tokens.ts'
import type { SessionTokens } from './session-tokens.ts'
import { isOpen } from './sessions.ts'
import { canHaveSession } from './users.ts'

/** Enough for everyone who is active at once, and for all devices of one of them. Whoever is forgotten costs one query. */
const mostRemembered = { ofAll: 10_000, ofOwner: 100 }

/** A caller who was let in, and may be again without asking the database. */
interface Remembered extends Caller {
  from: number
  /** Of an API token: when its use was last written down. */
  usedAt?: number
}

interface Parts {
  db: Database
  clock: Clock
  sessionTokens: SessionTokens
  access: Access
}

/** Who is calling, by the Authorization header. Whoever was let in once is remembered by the token in it. */
export function createCallers({ db, clock, sessionTokens, access }: Parts) {
  const remembered = new Map<string, Remembered>()
  /** The tokens of each owner in it. */
  const tokens = new Map<string, Set<string>>()
  /** How often something has been ended. */
  let endings = 0

  access.onEnded((ownerId) => {
    endings += 1
    for (const token of tokens.get(ownerId) ?? []) forget(token)
  })

  /** Forgets the oldest if there are too many: first of the same owner, so that nobody can make us forget all others. */
  function remember(token: string, caller: Remembered): void {
    const own = tokens.get(caller.ownerId) ?? new Set()
    const [oldestOfOwner = ''] = own
    if (own.size >= mostRemembered.ofOwner) forget(oldestOfOwner)
    const [oldest = ''] = remembered.keys()
    if (remembered.size >= mostRemembered.ofAll) forget(oldest)
    remembered.set(token, caller)
    tokens.set(caller.ownerId, own.add(token))
  }

  function forget(token: string): void {
    const { ownerId = '' } = remembered.get(token) ?? {}
    remembered.delete(token)
    const own = tokens.get(ownerId)
    own?.delete(token)
    if (own?.size === 0) tokens.delete(ownerId)
  }

  async function findSession(token: string): Promise<Remembered | undefined> {
    const claims = sessionTokens.read(token)
    if (!claims) return undefined
    const { ownerId, session, notBefore } = claims
    const caller = { ownerId, session, from: notBefore, until: session.expiresAt }
    return isNow(caller, clock.now()) && (await isOpen(db, ownerId, session)) ? caller : undefined
  }

  async function findToken(token: string): Promise<Remembered | undefined> {
    const found = await findApiToken(db, token)
    if (!found) return undefined
    const { id, owner_id, scope, expires_at } = found
    const until = expires_at ? Date.parse(expires_at) : Number.POSITIVE_INFINITY
    const now = clock.now()
    const caller = { ownerId: owner_id, apiToken: { id, scope }, from: 0, until, usedAt: now }
    if (!isNow(caller, now)) return undefined
    await noteUse(caller)
    return caller
  }

  /** Whoever only reads is not turned away because nothing can be written. */
  const noteUse = ({ ownerId, apiToken }: Caller) =>
    markUsed(db, ownerId, apiToken?.id ?? '', clock.now()).catch(() => {})

  return {
    recall(authorization: string): Caller | undefined {
      const caller = remembered.get(tokenIn(authorization))
      const now = clock.now()
      if (!caller || !access.isCurrent() || !isNow(caller, now)) return undefined
      if (caller.usedAt !== undefined && Math.abs(now - caller.usedAt) > usedWithin) {
        caller.usedAt = now
        void noteUse(caller)
      }
      return caller
    },
    async find(authorization: string): Promise<Caller | undefined> {
      const token = tokenIn(authorization)
      const endingsBefore = endings
      const caller = await (isApiToken(token) ? findToken(token) : findSession(token))
      // If something was ended meanwhile, it may have been this.
      if (!caller || endings !== endingsBefore) return caller
      remember(token, caller)
      return caller
    },
    isStillIn: (caller: Caller) => isStillIn({ db, clock }, caller),
    onEnded: access.onEnded,
    isThere: (ownerId: string): Promise<boolean> => canHaveSession(db, ownerId),
  }
}

/** Whether someone who was let in, some time ago, still may be. */
export async function isStillIn(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  caller: Caller,
): Promise<boolean> {
  const { ownerId, until, session, apiToken } = caller
  if (clock.now() >= until) return false
  return session ? await isOpen(db, ownerId, session) : await isUnrevoked(db, ownerId, apiToken?.id ?? '')
}

const tokenIn = (authorization: string) => /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''

const isNow = ({ from, until }: Remembered, now: number) => now >= from && now < until
