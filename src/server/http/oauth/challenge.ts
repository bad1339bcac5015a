import type { FastifyRequest } from 'fastify'
import { ProblemError } from '../../common/problems.ts'
import { hasToken } from '../answers/errors.ts'
import { oauthUrls } from './urls.ts'

/**
 * The `WWW-Authenticate` with which `/mcp` tells a client how to connect (RFC 6750 §3, RFC 9728 §5.1). It names
 * the widest scope: the person narrows it on the page where they allow it.
 */
export function challengeFor(appUrl: string) {
  const parameters = `resource_metadata="${oauthUrls(appUrl).resourceMetadata}", scope="write"`
  return (error: unknown, request: FastifyRequest): string | undefined => {
    const status = error instanceof ProblemError ? error.problem.status : undefined
    if (status === 403) return `Bearer error="insufficient_scope", ${parameters}`
    if (status !== 401) return undefined
    return hasToken(request) ? `Bearer error="invalid_token", ${parameters}` : `Bearer ${parameters}`
  }
}
