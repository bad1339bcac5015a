import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { seconds } from '../../common/clock.ts'
import { translating } from './errors.ts'
import { readTarget } from './target.ts'

// An arbitrary number that every instance uses: "inbs" in ASCII. Servers share the lock, a restore has it alone.
const serving = 0x696e6273

const unlimited = (set: string) =>
  ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']
    .map((name) => `${set} ${name} = 0; `)
    .join('')

/**
 * Holds a lock by which a restore recognises this server, whatever its connections are called, and takes it again whenever
 * the connection is lost. Waits for a restore in progress. If this process is killed, PostgreSQL releases the lock.
 * Resolves to the function that releases it.
 */
export async function announceServer(url: string): Promise<() => void> {
  let isOver = false
  let holder: pg.Client | undefined

  async function hold() {
    const { client, pooled } = await connectTo(url)
    // A pooler assigns a connection to one transaction, so that has to stay open. Otherwise the connection has
    // the lock, and PostgreSQL notices within 40 seconds if the machine of its client is gone.
    await translating(
      client.query(
        pooled
          ? `begin; ${unlimited('set local')} select pg_advisory_xact_lock_shared(${serving})`
          : `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3;
             ${unlimited('set')} select pg_advisory_lock_shared(${serving})`,
      ),
    )
    holder = client
    if (isOver) release()
    else client.once('end', again)
  }
  // While the database is away, whoever needs it reports it.
  const again = () => {
    if (!isOver) setTimeout(() => hold().catch(again), 1 * seconds).unref()
  }
  /** Does not wait, because the server may not respond. */
  const release = () => {
    isOver = true
    holder?.end().catch(() => {})
  }
  await hold()
  return release
}

async function connectTo(url: string) {
  const { server, ours, pooled } = readTarget(url)
  const client = new pg.Client({ ...server, connectionTimeoutMillis: ours.connectionTimeoutMillis })
  // Ends the connection, which is all that matters.
  client.on('error', () => {})
  await translating(client.connect())
  return { client, pooled }
}

/**
 * Runs the work while no server uses the database. Resolves to undefined without running it if one does: it
 * has the lock, or it is of an older version, whose connections have only their name.
 */
export async function whileUnused<Result>(
  url: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const own = new URL(url)
  own.searchParams.set('application_name', 'inboard restore')
  const { client } = await connectTo(own.href)
  const isFree = async () => {
    // Otherwise a transaction always sees the same connections.
    await client.query('select pg_stat_clear_snapshot()')
    const { rows } = await client.query<{ free: boolean }>(`
      select pg_try_advisory_xact_lock(${serving}) and not exists (
        select from pg_stat_activity where datname = current_database() and application_name = 'inboard') as free`)
    return rows[0]?.free
  }
  try {
    await client.query(`begin; ${unlimited('set local')}`)
    // PostgreSQL takes a moment to drop the connections of a server that has just been stopped.
    for (let looks = 1; !(await isFree()); looks++) {
      if (looks === 20) return undefined
      await pause(100)
    }
    return await work()
  } finally {
    await client.end()
  }
}
