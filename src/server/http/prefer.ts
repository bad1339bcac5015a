import type { IncomingHttpHeaders } from 'node:http'

/** Whether the client needs nothing told that it can know (RFC 7240 §4.2). If it says more than one thing, the first counts. */
export function prefersMinimal({ prefer }: IncomingHttpHeaders): boolean {
  if (prefer === undefined) return false
  const [, value] = /(?:^|,)\s*return\s*=\s*"?([^\s",;]+)/i.exec(String(prefer)) ?? []
  return value?.toLowerCase() === 'minimal'
}
