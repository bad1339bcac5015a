import type { Caller } from '../common/caller.ts'
import { type Clock, iso, minutes } from '../common/clock.ts'
import type { Database } from '../db/database.ts'
import type { Access } from './access.ts'
import { findApiToken, isApiToken, isUnrevoked } from './api-tokens.ts'
import type { SessionTokens } from './session-tokens.ts'
import { findOpen, isOpen } from './sessions.ts'
import { canHaveSession } from './users.ts'

/**
 * Enough for everyone active at the same time, and for all devices of one account. A miss costs one query.
 */
const maxRemembered = { ofAll: 10_000, ofOwner: 100 }
/** In characters. Ours are a third as long. One padded with spaces would take the memory of all others. */
const longestHeader = 1000

/** How often the use of a session or token is recorded. On every request, it would cost more than many requests do. */
const notedEvery = { session: 5 * minutes, token: 1 * minutes }

/** A caller who was accepted. While cached, without a query. */
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
    const { ownerId, session, notBefore: from } = claims
    const { id, expiresAt: until } = session
    if (!isNow({ from, until }, clock.now())) return undefined
    const found = await findOpen(db, ownerId, session)
    return found && { ownerId, session, credential: id, from, until, ...uncached(found) }
  }

  async function findToken(token: string): Promise<Remembered | undefined> {
    const found = await findApiToken(db, token)
    if (!found) return undefined
    const { id, owner_id: ownerId, scope, expires_at } = found
    const from = 0
    const until = expires_at ? Date.parse(expires_at) : Number.POSITIVE_INFINITY
    if (!isNow({ from, until }, clock.now())) return undefined
    const capture = scope === 'capture' ? id : undefined
    return { ownerId, apiToken: { id, scope }, credential: id, capture, from, until, ...uncached(found) }
  }

  /** Now and then, and beside the request: a read must neither wait nor fail because of a write. */
  function noteUse(caller: Remembered, now: number): void {
    const { ownerId, session, credential, usedAt } = caller
    if (Math.abs(now - usedAt) <= (session ? notedEvery.session : notedEvery.token)) return
    caller.usedAt = now
    const noted = db.transaction((tx) =>
      session
        ? tx.run`
            update sessions set last_used_at = ${iso(now)} where owner_id = ${ownerId} and id = ${credential}`
        : tx.run`
            update api_tokens set last_used_at = ${iso(now)} where owner_id = ${ownerId} and id = ${credential}`,
    )
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
      if (!caller) return undefined
      noteUse(caller, clock.now())
      // This caller's access may have ended in the meantime.
      if (endings === endingsBefore && authorization.length <= longestHeader) remember(authorization, caller)
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
  const { ownerId, until, session, credential } = caller
  if (clock.now() >= until) return false
  return session ? await isOpen(db, ownerId, session) : await isUnrevoked(db, ownerId, credential)
}

const tokenIn = (authorization: string) => /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''

const uncached = ({ last_used_at }: { last_used_at: string | null }) => ({
  usedAt: last_used_at ? Date.parse(last_used_at) : 0,
  isRemembered: false,
})

const isNow = ({ from, until }: Pick<Remembered, 'from' | 'until'>, now: number) => now >= from && now < until
