import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { type Count, Durations } from './durations.ts'

export interface Metrics {
  text(): Promise<string>
  contentType: string
  mailSent(): void
  mailFailed(): void
  mailGivenUp(): void
  /** To count the answers of a route with. */
  counterOf(method: string, route: string): Count
}

export function createMetrics(countWaiting: () => Promise<number>): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const durations = new Durations()
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
    text: async () => `${await registry.metrics()}\n${durations.text()}`,
    contentType: registry.contentType,
    mailSent: () => sent.inc(),
    mailFailed: () => failed.inc(),
    mailGivenUp: () => givenUp.inc(),
    counterOf: (method, route) => durations.of(method, route),
  }
}
