import pg from 'pg'
import { seconds } from '../../clock.ts'
import { ConfigError } from '../../config.ts'
import { eachHost } from './hosts.ts'
import { RovingPool } from './roving-pool.ts'

// Counts and counters are 64 bits wide on the server, and in fact far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** No request waits for the database for ever. Each of these can be set in the URL, beside libpq's `sslmode`. */
const ourBounds = {
  max: 10,
  connectionTimeoutMillis: 3 * seconds,
  query_timeout: 6 * seconds,
}
/** Enforced by the PostgreSQL server. */
const itsBounds = {
  statement_timeout: 5 * seconds,
  lock_timeout: 4 * seconds,
  idle_in_transaction_session_timeout: 10 * seconds,
}

/** How often PostgreSQL looks whether whoever asked is still there, while it works: otherwise it would go on for nobody. */
const looksEvery = 1 * seconds

/** What a URL says: where the servers are, and what is bounded how. */
export function readTarget(url: string) {
  const target = new URL(url)
  const ours = take(target, ourBounds)
  const its = take(target, itsBounds)
  refuseAttributes(target)
  // A pooler that hands out a connection for each transaction loses what belongs to a connection: prepared statements,
  // and settings made when it was opened. With such settings it may not even accept the connection.
  const pooled = target.searchParams.get('prepare') === 'off'
  target.searchParams.delete('prepare')
  insistOnTrust(target)
  const server: Target = {
    hosts: eachHost(target.href).map(({ href }) => href),
    application_name: 'inboard',
    keepAlive: true,
    pipeline: true,
    pooled,
  }
  return { server, ours, its, pooled }
}

/** Today the driver verifies the server with any of these modes, but announces that this will change. */
function insistOnTrust({ searchParams }: URL): void {
  const weak = /^(?:prefer|require|verify-ca)$/.test(searchParams.get('sslmode') ?? '')
  if (weak && !searchParams.has('uselibpqcompat')) searchParams.set('sslmode', 'verify-full')
}

/** libpq's word for what we always need: a server that can be written. */
function refuseAttributes({ searchParams }: URL): void {
  const wanted = searchParams.get('target_session_attrs') ?? 'read-write'
  searchParams.delete('target_session_attrs')
  if (!['read-write', 'primary'].includes(wanted))
    throw new ConfigError([
      `DATABASE_URL says "target_session_attrs=${wanted}", but Inboard needs a server that it can write to: "read-write", which need not be said.`,
    ])
}

/** Takes our own parameters out of the URL, with the usual values where it gives none. */
function take<Bounds extends Record<string, number>>(url: URL, usual: Bounds): Bounds {
  const taken = Object.entries(usual).map(([name, number]) => {
    const given = url.searchParams.get(name)
    url.searchParams.delete(name)
    if (given !== null && !/^\d{1,9}$/.test(given)) {
      throw new ConfigError([`DATABASE_URL must have a whole number for "${name}"; it is "${given}".`])
    }
    return [name, given === null ? number : Number(given)]
  })
  return Object.fromEntries(taken)
}

interface Target extends pg.PoolConfig {
  /** A URL for each host. */
  hosts: string[]
  pooled: boolean
}

export function openPool({ hosts, pooled, ...options }: Target): pg.Pool {
  const [first = '', ...others] = hosts
  const pool =
    others.length > 0
      ? new RovingPool(options, [first, ...others])
      : new pg.Pool({ ...options, connectionString: first })
  // When a connection breaks, the query that waits for it fails, and the pool replaces it later. It also emits an
  // event, which would end the process if nobody listened.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // Some servers cannot look: those before 14, and those on Windows.
    if (!pooled) client.query(`set client_connection_check_interval = ${looksEvery}`).catch(() => {})
  })
  return pool
}
