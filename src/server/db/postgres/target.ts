import pg from 'pg'
import { seconds } from '../../common/clock.ts'
import { ConfigError } from '../../config/config.ts'

// Counts and counters are 64 bits wide on the server, but always far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Timeouts, so that no request waits for the database indefinitely. All can be set in the URL, beside libpq's
 * `sslmode`.
 */
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

/**
 * How often PostgreSQL checks during a query that the client is still connected. Otherwise it would continue
 * for nobody.
 */
const looksEvery = 1 * seconds

/** Describes the database for people, without the password. */
export function describePostgres(url: string): string {
  const { host, pathname } = new URL(url)
  return `PostgreSQL, ${host}${pathname}`
}

/** Parses a URL into the server's location and the timeouts. */
export function readTarget(url: string) {
  const target = new URL(url)
  const ours = take(target, ourBounds)
  const its = take(target, itsBounds)
  // A pooler that assigns a connection to each transaction loses the state of a connection: prepared
  // statements, and settings made when it was opened. It may even refuse connections with such settings.
  const pooled = target.searchParams.get('prepare') === 'off'
  target.searchParams.delete('prepare')
  insistOnTrust(target)
  const server: Target = {
    connectionString: target.href,
    application_name: 'inboard',
    keepAlive: true,
    pipeline: true,
    pooled,
  }
  return { server, ours, its, pooled }
}

/**
 * At present the driver verifies the server's certificate in all of these modes, but it announces that this
 * will change.
 */
function insistOnTrust({ searchParams }: URL): void {
  const weak = /^(?:prefer|require|verify-ca)$/.test(searchParams.get('sslmode') ?? '')
  if (weak && !searchParams.has('uselibpqcompat')) searchParams.set('sslmode', 'verify-full')
}

/** Removes our own parameters from the URL, and uses the defaults for those that are missing. */
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
  pooled: boolean
}

export function openPool({ pooled, ...options }: Target): pg.Pool {
  const pool = new pg.Pool(options)
  // When a connection breaks, its query fails and the pool replaces the connection. The pool also emits an
  // error event, which would end the process without a listener.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // Servers before 14 and those on Windows don't support this.
    if (!pooled) client.query(`set client_connection_check_interval = ${looksEvery}`).catch(() => {})
  })
  return pool
}
