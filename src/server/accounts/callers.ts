import type { Reader } from '../db/database.ts'
import type { Claims, Sessions } from './sessions.ts'
import { canHaveSession } from './users.ts'

/** Enough for everyone who is active at once. When it is full it is emptied, which costs each of them one query. */
const mostRemembered = 10_000

/** Who is calling, by the Authorization header. A token that was verified once is remembered by its text. */
export function createCallers(db: Reader, sessions: Sessions) {
  const remembered = new Map<string, Claims>()
  return {
    recall(authorization: string): Claims | undefined {
      const claims = remembered.get(authorization)
      return claims && sessions.isGood(claims) ? claims : undefined
    },
    async find(authorization: string): Promise<Claims | undefined> {
      const [, token = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
      const claims = sessions.read(token)
      if (!claims || !sessions.isGood(claims) || !(await canHaveSession(db, claims.sub))) return undefined
      if (remembered.size >= mostRemembered) remembered.clear()
      remembered.set(authorization, claims)
      return claims
    },
    findEnded: async (all: readonly Claims[]): Promise<Claims[]> =>
      all.filter((claims) => !sessions.isGood(claims)),
    isThere: (ownerId: string): Promise<boolean> => canHaveSession(db, ownerId),
  }
}
