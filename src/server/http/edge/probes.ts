import type { FastifyInstance } from 'fastify'
import { fail } from '../../common/problems.ts'
import { isSameSecret } from '../../common/same-secret.ts'
import type { Metrics } from '../../metrics/metrics.ts'

interface Parts {
  /** Rejects while the database is unavailable. */
  checkDatabase(): Promise<unknown>
  isDraining(): boolean
  metrics: Metrics
  /** The token that `/metrics` requires, if any. */
  metricsToken: string | undefined
}

export function serveProbes(app: FastifyInstance, parts: Parts): void {
  const { checkDatabase, isDraining, metrics, metricsToken } = parts
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async () => {
    if (isDraining()) throw fail('unavailable')
    await checkDatabase()
    return { status: 'ready' }
  })
  app.get('/metrics', async ({ url, headers }, reply) => {
    // Only under this exact path, so that blocking it at a proxy is enough.
    if (!/^\/metrics(?:\?|$)/.test(url)) throw fail('not_found')
    const [, given = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
    if (metricsToken && !isSameSecret(given, metricsToken))
      throw fail('unauthenticated', { detail: 'Send METRICS_TOKEN as "Authorization: Bearer <token>".' })
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}
