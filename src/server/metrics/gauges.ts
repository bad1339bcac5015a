import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../clock.ts'
import { createFigures, type DatedFigures, type Figures } from './figures.ts'

/** Where the gauges read. */
export interface Sources {
  version: string
  clock: Clock
  countWaiting(): Promise<number>
  countStreams(): number
  measure(): Promise<Figures>
  /** Only where there is a pool of connections. */
  poolUse?(): { inUse: number; waiting: number; most: number }
}

/** What is read when somebody asks, rather than counted as it happens. */
export function addGauges(registry: Registry, sources: Sources): void {
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
    help: 'Always 1; its labels say what is running',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.versions.node }, 1)
  if (poolUse) {
    // Before all that asks the database: what a scrape needs is not to be counted.
    gauge(
      'inboard_database_connections_in_use',
      'Connections to PostgreSQL that are in use',
      () => poolUse().inUse,
    )
    gauge('inboard_database_connections_max', 'How many connections there may be', () => poolUse().most)
    gauge(
      'inboard_database_connections_waiting',
      'Requests that wait for a connection',
      () => poolUse().waiting,
    )
  }
  // With the database away there is no figure, and the rest is wanted all the more.
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
    'When the users and the size of the database were last measured, which is done once a minute at most',
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
    'Of these, what deleted rows have left for new ones, and a vacuum would give back',
    ({ freeBytes }) => freeBytes,
  )
  measured('inboard_database_wal_bytes', 'Size of the write-ahead log beside it', ({ walBytes }) => walBytes)
}
