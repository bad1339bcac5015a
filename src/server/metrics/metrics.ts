import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Clock, minutes, seconds } from '../common/clock.ts'

/** Called with the status of each response, and when its request arrived by `performance.now()`. */
type Count = (status: number, arrivedAt: number) => void

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
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers })
  const sent = counter('inboard_mail_sent_total', 'Messages accepted by the mail server')
  const failed = counter('inboard_mail_failures_total', 'Failed attempts to send, which are retried')
  const givenUp = counter('inboard_mail_given_up_total', 'Messages unsent when their link expired')
  const audited = counter('inboard_audit_events_total', 'Lines of the audit trail', ['event', 'outcome'])
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
      return (status, arrivedAt) => {
        const found = byStatus.get(status) ?? durations.labels(method, route, String(status))
        byStatus.set(status, found)
        found.observe((performance.now() - arrivedAt) / seconds)
      }
    },
  }
}

interface Sources {
  version: string
  clock: Clock
  countWaiting(): Promise<number>
  countStreams(): number
  measure(): Promise<Figures>
  /** PostgreSQL only. */
  poolUse?(): { inUse: number; waiting: number; most: number }
}

/** Values that are read on each scrape, instead of counted as they happen. */
function addGauges(registry: Registry, sources: Sources): void {
  const { version, clock, countWaiting, countStreams, measure, poolUse } = sources
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number | undefined | Promise<number | undefined>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set((await read()) ?? Number.NaN)
      },
    })
  new Gauge({
    name: 'inboard_build_info',
    help: 'Always 1, with the running version as labels',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.versions.node }, 1)
  if (poolUse) {
    // Registered before the gauges that query the database, so that the scrape's own connections aren't counted.
    const connections = 'inboard_database_connections'
    gauge(`${connections}_in_use`, 'Connections to PostgreSQL that are in use', () => poolUse().inUse)
    gauge(`${connections}_max`, 'Maximum number of connections to PostgreSQL', () => poolUse().most)
    gauge(`${connections}_waiting`, 'Requests that wait for a connection', () => poolUse().waiting)
  }
  // While the database is unavailable this gauge has no value, but the others must still be reported.
  gauge('inboard_mail_waiting', 'Messages that wait to be sent', () => countWaiting().catch(() => undefined))
  gauge('inboard_event_streams', 'Open streams of events', countStreams)

  const figures = createFigures(measure, clock)
  const measured = (name: string, help: string, of: (figures: DatedFigures) => number | undefined) =>
    gauge(name, `${help} (as of inboard_measured_timestamp_seconds)`, async () => {
      const latest = await figures()
      return latest && of(latest)
    })
  gauge(
    'inboard_measured_timestamp_seconds',
    'When users and database size were last measured, at most once a minute',
    async () => {
      const latest = await figures()
      return latest && latest.at / 1000
    },
  )
  measured('inboard_users', 'Accounts with a verified address', ({ users }) => users)
  measured('inboard_database_bytes', 'Size of the database', ({ bytes }) => bytes)
  if (poolUse) return
  measured(
    'inboard_database_free_bytes',
    'Free part of the database file: left by deleted rows, reused by new ones, until the file is vacuumed',
    ({ freeBytes }) => freeBytes,
  )
  measured('inboard_database_wal_bytes', 'Size of the write-ahead log', ({ walBytes }) => walBytes)
  measured(
    'inboard_disk_free_bytes',
    'Free space on the disk of the database',
    ({ diskFreeBytes }) => diskFreeBytes,
  )
  measured(
    'inboard_last_backup_timestamp_seconds',
    'When "inboard backup" last succeeded; 0 if it never has',
    ({ backupAt }) => (backupAt !== undefined ? backupAt / 1000 : undefined),
  )
}

/** Measurements of the whole database. */
interface Figures {
  users: number
  bytes: number
  /** SQLite only. */
  freeBytes?: number
  walBytes?: number
  /** On its disk. */
  diskFreeBytes?: number
  /** The time of the last backup, in milliseconds since 1970; 0 if there is none. */
  backupAt?: number
}

/** `at` is the time of the measurement, in milliseconds since 1970. */
type DatedFigures = Figures & { at: number }

const freshFor = 1 * minutes

/**
 * Caches the latest figures. Measuring a large database takes a while, so only the first caller waits for it.
 * Later callers get the cached figures, and if those are stale, new ones are measured in the background.
 */
function createFigures(measure: () => Promise<Figures>, clock: Clock) {
  let latest: DatedFigures | undefined
  let measuring: Promise<DatedFigures | undefined> | undefined

  async function measureAgain(): Promise<DatedFigures | undefined> {
    const at = clock.now()
    try {
      latest = { ...(await measure()), at }
    } catch {
      // While the database is unavailable, report no figures instead of stale ones.
      latest = undefined
    }
    measuring = undefined
    return latest
  }

  return async (): Promise<DatedFigures | undefined> => {
    const isFresh = latest && Math.abs(clock.now() - latest.at) < freshFor
    if (!isFresh) measuring ??= measureAgain()
    return latest ?? (await measuring)
  }
}
