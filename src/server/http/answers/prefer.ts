import type { IncomingHttpHeaders } from 'node:http'

/** True if the client prefers a minimal response (RFC 7240 §4.2). The first of several preferences counts. */
export function prefersMinimal({ prefer }: IncomingHttpHeaders): boolean {
  if (prefer === undefined) return false
  const [, value] = /(?:^|,)\s*return\s*=\s*"?([^\s",;]+)/i.exec(String(prefer)) ?? []
  return value?.toLowerCase() === 'minimal'
}
