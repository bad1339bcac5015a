import type { Reader } from '../db/database.ts'
import type { Callers } from '../http/session-gate.ts'
import type { Sessions } from './sessions.ts'
import { canHaveSession } from './users.ts'

/** Enough for everyone who is busy at once. Beyond, all are asked for again, which costs each of them one query. */
const mostRemembered = 10_000

export function createCallers(db: Reader, sessions: Sessions): Callers {
  const remembered = new Map<string, NonNullable<ReturnType<Sessions['read']>>>()
  return {
    recall(authorization) {
      const claims = remembered.get(authorization)
      return claims && sessions.isGood(claims) ? claims.sub : undefined
    },
    async find(authorization) {
      const [, token = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
      const claims = sessions.read(token)
      if (!claims || !sessions.isGood(claims) || !(await canHaveSession(db, claims.sub))) return undefined
      if (remembered.size >= mostRemembered) remembered.clear()
      remembered.set(authorization, claims)
      return claims.sub
    },
    isThere: (ownerId) => canHaveSession(db, ownerId),
  }
}
