import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { addGauges, type Sources } from './gauges.ts'

/** Called with the status and the duration of each response. */
type Count = (status: number, seconds: number) => void

export interface Metrics {
  text(): Promise<string>
  contentType: string
  mailSent(): void
  mailFailed(): void
  mailGivenUp(): void
  /** Counts a line of the audit trail. */
  audited(event: string, outcome: string): void
  /** Counts the responses of a route, by its pattern: a path can contain a secret, and their number is unbounded. */
  counterOf(method: string, route: string): Count
}

export function createMetrics(sources: Sources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  addGauges(registry, sources)
  const durations = new Histogram({
    name: 'inboard_http_request_duration_seconds',
    help: 'Time from the arrival of a request to its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  const sent = new Counter({
    name: 'inboard_mail_sent_total',
    help: 'Messages accepted by the mail server',
    registers,
  })
  const failed = new Counter({
    name: 'inboard_mail_failures_total',
    help: 'Failed attempts to send, which are retried',
    registers,
  })
  const givenUp = new Counter({
    name: 'inboard_mail_given_up_total',
    help: 'Messages unsent when their link expired',
    registers,
  })
  const audited = new Counter({
    name: 'inboard_audit_events_total',
    help: 'Lines of the audit trail',
    labelNames: ['event', 'outcome'],
    registers,
  })
  return {
    text: () => registry.metrics(),
    contentType: registry.contentType,
    mailSent: () => sent.inc(),
    mailFailed: () => failed.inc(),
    mailGivenUp: () => givenUp.inc(),
    audited: (event, outcome) => audited.inc({ event, outcome }),
    counterOf(method, route) {
      // Labels are looked up once for each status. Doing it for every request would take a tenth of the time
      // of a read.
      const byStatus = new Map<number, Histogram.Internal<string>>()
      return (status, seconds) => {
        const found = byStatus.get(status) ?? durations.labels(method, route, String(status))
        byStatus.set(status, found)
        found.observe(seconds)
      }
    },
  }
}
