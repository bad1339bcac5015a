import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../common/clock.ts'
import { createFigures, type DatedFigures, type Figures } from './figures.ts'

export interface Sources {
  version: string
  clock: Clock
  countWaiting(): Promise<number>
  countStreams(): number
  measure(): Promise<Figures>
  /** PostgreSQL only. */
  poolUse?(): { inUse: number; waiting: number; most: number }
}

/** Values that are read on each scrape, instead of counted as they happen. */
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
    help: 'Always 1, with the running version as labels',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.versions.node }, 1)
  if (poolUse) {
    // Registered before the gauges that query the database, so that the scrape's own connections aren't counted.
    gauge(
      'inboard_database_connections_in_use',
      'Connections to PostgreSQL that are in use',
      () => poolUse().inUse,
    )
    gauge(
      'inboard_database_connections_max',
      'Maximum number of connections to PostgreSQL',
      () => poolUse().most,
    )
    gauge(
      'inboard_database_connections_waiting',
      'Requests that wait for a connection',
      () => poolUse().waiting,
    )
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
    'Free part of the database file: left by deleted rows, reused by new ones, returned by a vacuum',
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
