import type { Caller } from '../common/caller.ts'
import type { Clock } from '../common/clock.ts'
import type { Database } from '../db/database.ts'
import type { Access } from './access.ts'
import { findApiToken, isApiToken, isUnrevoked, markTokenUsed, tokenUsedWithin } from './api-tokens.ts'
import type { SessionTokens } from './session-tokens.ts'
import { findOpen, isOpen, markSessionUsed, sessionUsedWithin } from './sessions.ts'
import { canHaveSession } from './users.ts'

/**
 * Enough for everyone active at the same time, and for all devices of one account. A miss costs one query.
 */
const maxRemembered = { ofAll: 10_000, ofOwner: 100 }

/** A cached caller, who is accepted without a query. */
interface Remembered extends Caller {
  from: number
  /** When the use was last recorded. */
  usedAt: number
  /** True while it is cached: its access has not ended since. */
  isRemembered: boolean
}

interface Parts {
  db: Database
  clock: Clock
  sessionTokens: SessionTokens
  access: Access
}

/** Authenticates callers by the Authorization header. Accepted callers are cached by token. */
export function createCallers({ db, clock, sessionTokens, access }: Parts) {
  const remembered = new Map<string, Remembered>()
  /** The cached tokens of each owner. */
  const tokens = new Map<string, Set<string>>()
  /** How often access has ended. */
  let endings = 0

  access.onEnded((ownerId) => {
    endings += 1
    for (const token of tokens.get(ownerId) ?? []) forget(token)
  })

  /** Evicts the oldest if there are too many: first of the same owner, so that nobody can evict everybody else. */
  function remember(token: string, caller: Remembered): void {
    // A concurrent request with the same token may have cached it already.
    forget(token)
    const own = tokens.get(caller.ownerId) ?? new Set()
    const [oldestOfOwner = ''] = own
    if (own.size >= maxRemembered.ofOwner) forget(oldestOfOwner)
    const [oldest = ''] = remembered.keys()
    if (remembered.size >= maxRemembered.ofAll) forget(oldest)
    caller.isRemembered = true
    remembered.set(token, caller)
    tokens.set(caller.ownerId, own.add(token))
  }

  function forget(token: string): void {
    const caller = remembered.get(token)
    if (!caller) return
    caller.isRemembered = false
    remembered.delete(token)
    const own = tokens.get(caller.ownerId)
    own?.delete(token)
    if (own?.size === 0) tokens.delete(caller.ownerId)
  }

  async function findSession(token: string): Promise<Remembered | undefined> {
    const claims = sessionTokens.read(token)
    if (!claims) return undefined
    const { ownerId, session, notBefore } = claims
    const caller = {
      ownerId,
      session,
      credential: session.id,
      from: notBefore,
      until: session.expiresAt,
      usedAt: 0,
      isRemembered: false,
    }
    if (!isNow(caller, clock.now())) return undefined
    const found = await findOpen(db, ownerId, session)
    if (!found) return undefined
    if (found.last_used_at) caller.usedAt = Date.parse(found.last_used_at)
    noteUse(caller)
    return caller
  }

  async function findToken(token: string): Promise<Remembered | undefined> {
    const found = await findApiToken(db, token)
    if (!found) return undefined
    const { id, owner_id, scope, expires_at } = found
    const until = expires_at ? Date.parse(expires_at) : Number.POSITIVE_INFINITY
    const caller = {
      ownerId: owner_id,
      apiToken: { id, scope },
      credential: id,
      capture: scope === 'capture' ? id : undefined,
      from: 0,
      until,
      usedAt: 0,
      isRemembered: false,
    }
    if (!isNow(caller, clock.now())) return undefined
    noteUse(caller)
    return caller
  }

  /** Now and then, and beside the request: a read must neither wait nor fail because of a write. */
  function noteUse(caller: Remembered): void {
    const { ownerId, session, apiToken, usedAt } = caller
    const now = clock.now()
    if (Math.abs(now - usedAt) <= (session ? sessionUsedWithin : tokenUsedWithin)) return
    caller.usedAt = now
    const noted = session
      ? markSessionUsed(db, ownerId, session.id, now)
      : markTokenUsed(db, ownerId, apiToken?.id ?? '', now)
    noted.catch(() => {})
  }

  const mayReturn = (caller: Remembered, now: number) => access.isCurrent() && isNow(caller, now)

  return {
    /** True if a caller would be accepted again without a query. */
    isRemembered(caller: Caller): boolean {
      const known = caller as Remembered
      return known.isRemembered && mayReturn(known, clock.now())
    },
    recall(authorization: string): Caller | undefined {
      const caller = remembered.get(tokenIn(authorization))
      const now = clock.now()
      if (!caller || !mayReturn(caller, now)) return undefined
      noteUse(caller)
      return caller
    },
    async find(authorization: string): Promise<Caller | undefined> {
      const token = tokenIn(authorization)
      const endingsBefore = endings
      const caller = await (isApiToken(token) ? findToken(token) : findSession(token))
      // This caller's access may have ended in the meantime.
      if (!caller || endings !== endingsBefore) return caller
      remember(token, caller)
      return caller
    },
    hasAccess: (caller: Caller) => hasAccess({ db, clock }, caller),
    onEnded: access.onEnded,
    exists: (ownerId: string): Promise<boolean> => canHaveSession(db, ownerId),
  }
}

/** True if a caller who was accepted some time ago still has access. */
export async function hasAccess(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  caller: Caller,
): Promise<boolean> {
  const { ownerId, until, session, apiToken } = caller
  if (clock.now() >= until) return false
  return session ? await isOpen(db, ownerId, session) : await isUnrevoked(db, ownerId, apiToken?.id ?? '')
}

const tokenIn = (authorization: string) => /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''

const isNow = ({ from, until }: Remembered, now: number) => now >= from && now < until
