import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../metrics/metrics.ts'
import { fail } from '../../problems.ts'

interface Parts {
  /** Rejects while the database cannot be used. */
  checkDatabase(): Promise<unknown>
  isDraining(): boolean
  metrics: Metrics
  /** What `/metrics` asks for, if anything. */
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
    // Under one name alone, so that whoever blocks it at a proxy has blocked it.
    if (!/^\/metrics(?:\?|$)/.test(url)) throw fail('not_found')
    const [, given = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
    if (metricsToken && !isSame(given, metricsToken))
      throw fail('unauthenticated', { detail: 'Send METRICS_TOKEN as "Authorization: Bearer <token>".' })
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

/** Takes as long for any text, so that the right one cannot be guessed letter by letter. */
const isSame = (given: string, expected: string) => timingSafeEqual(sha256(given), sha256(expected))

const sha256 = (text: string) => hash('sha256', text, 'buffer')
