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
/** In characters. Ours are a third as long. One padded with spaces would take the memory of all others. */
const longestHeader = 1000

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

/** Authenticates callers by the Authorization header. Accepted callers are cached by it. */
export function createCallers({ db, clock, sessionTokens, access }: Parts) {
  /** By the header. */
  const remembered = new Map<string, Remembered>()
  /** The cached headers of each owner. */
  const headers = new Map<string, Set<string>>()
  /** How often access has ended. */
  let endings = 0

  access.onEnded((ownerId) => {
    endings += 1
    for (const header of headers.get(ownerId) ?? []) forget(header)
  })

  /** Evicts the oldest if there are too many: first of the same owner, so that nobody can evict everybody else. */
  function remember(header: string, caller: Remembered): void {
    // A concurrent request with the same token may have cached it already.
    forget(header)
    const own = headers.get(caller.ownerId) ?? new Set()
    const [oldestOfOwner = ''] = own
    if (own.size >= maxRemembered.ofOwner) forget(oldestOfOwner)
    const [oldest = ''] = remembered.keys()
    if (remembered.size >= maxRemembered.ofAll) forget(oldest)
    caller.isRemembered = true
    remembered.set(header, caller)
    headers.set(caller.ownerId, own.add(header))
  }

  function forget(header: string): void {
    const caller = remembered.get(header)
    if (!caller) return
    caller.isRemembered = false
    remembered.delete(header)
    const own = headers.get(caller.ownerId)
    own?.delete(header)
    if (own?.size === 0) headers.delete(caller.ownerId)
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
    noteUse(caller, clock.now())
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
    noteUse(caller, clock.now())
    return caller
  }

  /** Now and then, and beside the request: a read must neither wait nor fail because of a write. */
  function noteUse(caller: Remembered, now: number): void {
    const { ownerId, session, apiToken, usedAt } = caller
    if (Math.abs(now - usedAt) <= (session ? sessionUsedWithin : tokenUsedWithin)) return
    caller.usedAt = now
    const noted = session
      ? markSessionUsed(db, ownerId, session.id, now)
      : markTokenUsed(db, ownerId, apiToken?.id ?? '', now)
    noted.catch(() => {})
  }

  return {
    /** True if a caller would be accepted again without a query. */
    isRemembered(caller: Caller): boolean {
      const known = caller as Remembered
      return known.isRemembered && performance.now() < access.trustedUntil && isNow(known, clock.now())
    },
    recall(authorization: string): Caller | undefined {
      const caller = remembered.get(authorization)
      const now = clock.now()
      if (!caller || performance.now() >= access.trustedUntil || !isNow(caller, now)) return undefined
      noteUse(caller, now)
      return caller
    },
    async find(authorization: string): Promise<Caller | undefined> {
      const token = tokenIn(authorization)
      const endingsBefore = endings
      const caller = await (isApiToken(token) ? findToken(token) : findSession(token))
      // This caller's access may have ended in the meantime.
      const canRemember = endings === endingsBefore && authorization.length <= longestHeader
      if (caller && canRemember) remember(authorization, caller)
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
