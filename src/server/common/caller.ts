import type { TokenScope } from '../../contract/access.ts'

/** The sender of a request, authenticated by a session or an API token in the Authorization header. */
export interface Caller {
  ownerId: string
  /** When the session or token expires, in milliseconds. */
  until: number
  session?: CurrentSession
  apiToken?: { id: string; scope: TokenScope }
  /** The id of the session or of the API token. */
  credential: string
  /** The API token if it may only add cards: it may learn nothing, and has a limit of its own. */
  capture?: string | undefined
}

/** The session of a request, as read from its token. Times are in milliseconds. */
export interface CurrentSession {
  id: string
  issuedAt: number
  expiresAt: number
}

export interface Visitor {
  /** The client's IP. */
  client: string
  /** True if it was sent on this machine, and the service is only for this machine. */
  isHere: boolean
  userAgent: string | undefined
}
