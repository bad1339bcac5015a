import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../metrics/metrics.ts'
import { fail } from '../../problems.ts'

interface Parts {
  /** Rejects while the database cannot be used. */
  checkDatabase(): Promise<unknown>
  isDraining(): boolean
  metrics: Metrics
}

export function serveProbes(app: FastifyInstance, { checkDatabase, isDraining, metrics }: Parts): void {
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async () => {
    if (isDraining()) throw fail('unavailable')
    await checkDatabase()
    return { status: 'ready' }
  })
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))
}
