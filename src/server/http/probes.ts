import type { FastifyInstance } from 'fastify'
import type { Clock } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import { isSameSecret } from '../common/secrets.ts'
import type { Config } from '../config/config.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { type Arrival, arrivalOf, isByDoctor } from './arrivals.ts'
import type { Draining } from './connections.ts'

interface Parts {
  config: Pick<Config, 'jwtSecret' | 'trustProxy' | 'metricsToken'>
  clock: Clock
  /** Rejects while the database is unavailable. */
  checkDatabase(): Promise<unknown>
  draining: Pick<Draining, 'isDraining'>
  metrics: Metrics
}

export function serveProbes(app: FastifyInstance, parts: Parts): void {
  const { config, clock, checkDatabase, draining, metrics } = parts
  const { jwtSecret, trustProxy, metricsToken } = config
  app.get('/healthz', async (request, reply) => {
    if (!isByDoctor(request, jwtSecret, clock.now())) return { status: 'alive' }
    reply.header('cache-control', 'no-store')
    const arrived: Arrival = { ...arrivalOf(request), trustProxy }
    return { status: 'alive', arrived }
  })
  app.get('/readyz', async () => {
    if (draining.isDraining) throw fail('unavailable')
    await checkDatabase()
    return { status: 'ready' }
  })
  app.get('/metrics', async ({ originalUrl, headers }, reply) => {
    // Only under this exact path, and not below that of APP_URL, so that blocking it at a proxy is enough.
    if (!/^\/metrics(?:\?|$)/.test(originalUrl)) throw fail('not_found')
    const [, given = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
    if (metricsToken && !isSameSecret(given, metricsToken))
      throw fail('unauthenticated', { detail: 'Send METRICS_TOKEN as "Authorization: Bearer <token>".' })
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}
