import type { Scope } from '../contract/access.ts'

/** Whoever makes a request, as their Authorization header proves: by a session, or by an API token. */
export interface Caller {
  ownerId: string
  /** When they are no longer let in, in milliseconds. */
  until: number
  session?: CurrentSession
  apiToken?: { id: string; scope: Scope }
}

/** The session that a request is made with, as its token says. Times are in milliseconds. */
export interface CurrentSession {
  id: string
  issuedAt: number
  expiresAt: number
}

/** Where a request comes from. */
export interface Visitor {
  /** The IP of the client. */
  client: string
  userAgent: string | undefined
}

/** What they prove it with: the id of the session or the API token. */
export const credentialOf = ({ session, apiToken }: Caller): string => session?.id ?? apiToken?.id ?? ''
