import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  text(): Promise<string>
  contentType: string
  mailSent(): void
  mailFailed(): void
  mailGivenUp(): void
}

export function createMetrics(
  countWaiting: () => Promise<number>,
): Metrics & { watch(app: FastifyInstance): void } {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'inboard_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  const sent = new Counter({
    name: 'inboard_mail_sent_total',
    help: 'Messages that the mail server took',
    registers,
  })
  const failed = new Counter({
    name: 'inboard_mail_failures_total',
    help: 'Attempts that failed and will be repeated',
    registers,
  })
  const givenUp = new Counter({
    name: 'inboard_mail_given_up_total',
    help: 'Messages unsent when their link expired',
    registers,
  })
  new Gauge({
    name: 'inboard_mail_waiting',
    help: 'Messages that wait to be sent',
    registers,
    async collect() {
      // With the database away there is no figure, and the rest is wanted all the more.
      const waiting = await countWaiting().catch(() => Number.NaN)
      this.set(waiting)
    },
  })
  return {
    text: () => registry.metrics(),
    contentType: registry.contentType,
    mailSent: () => sent.inc(),
    mailFailed: () => failed.inc(),
    mailGivenUp: () => givenUp.inc(),
    watch(app) {
      app.addHook('onResponse', async (request, reply) => {
        // By pattern, never by address: an address can hold a secret, and there is no end of them.
        const route = request.routeOptions.url ?? 'none'
        requests.observe(
          { method: request.method, route, status: reply.statusCode },
          reply.elapsedTime / 1000,
        )
      })
    },
  }
}
