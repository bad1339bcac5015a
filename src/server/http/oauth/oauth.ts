import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { createErrors } from '../answers/errors.ts'
import { type Grants, serveGrants } from './grants.ts'
import { serveMetadata } from './metadata.ts'
import { createPosts } from './posts.ts'
import { serveRegistration } from './register.ts'

/** What the endpoints of OAuth do. */
export interface OAuth extends Grants {
  /** The answer to the metadata of a client. */
  register(metadata: unknown): object
}

interface Parts {
  oauth: OAuth
  appUrl: string
  toProblem: ReturnType<typeof createErrors>['toProblem']
  /** Throws if the client has sent too many requests. */
  limitRate(request: FastifyRequest): void
}

/** What clients need of OAuth to connect themselves. The person allows it on a page of the app. */
export function serveOAuth(app: FastifyInstance, { oauth, appUrl, ...parts }: Parts): void {
  serveMetadata(app, appUrl)
  const servePost = createPosts(app, parts)
  serveRegistration(servePost, oauth.register)
  serveGrants(servePost, oauth)
}
