import type { FastifyInstance } from 'fastify'
import { fail } from './fail.ts'
import type { Metrics } from './metrics.ts'

interface Parts {
  /** Rejects when the database cannot be read. */
  ping(): Promise<unknown>
  isDraining(): boolean
  metrics: Metrics
}

export function serveProbes(app: FastifyInstance, { ping, isDraining, metrics }: Parts): void {
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async () => {
    if (isDraining()) throw fail('unavailable')
    await ping()
    return { status: 'ready' }
  })
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))
}
