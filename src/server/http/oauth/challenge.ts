import type { FastifyRequest } from 'fastify'
import { ProblemError } from '../../common/problems.ts'
import { hasToken } from '../answers/errors.ts'
import { oauthUrls } from './urls.ts'

/**
 * The `WWW-Authenticate` with which `/mcp` tells a client how to connect (RFC 6750 §3, RFC 9728 §5.1). A refused
 * tool names the scope that it takes. Otherwise it is the widest, which the person narrows when they allow it.
 */
export function challengeFor(appUrl: string) {
  const metadata = `resource_metadata="${oauthUrls(appUrl).resourceMetadata}"`
  return (error: unknown, request: FastifyRequest): string | undefined => {
    const { problem, scope = 'write' } = error instanceof ProblemError ? error : {}
    const parameters = `${metadata}, scope="${scope}"`
    const status = problem?.status
    if (status === 403) return `Bearer error="insufficient_scope", ${parameters}`
    if (status !== 401) return undefined
    return hasToken(request) ? `Bearer error="invalid_token", ${parameters}` : `Bearer ${parameters}`
  }
}
