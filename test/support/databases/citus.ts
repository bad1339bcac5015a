import pg from 'pg'
import { distribute } from '../../../src/server/db/postgres/citus.ts'
import { openPostgres } from '../../../src/server/db/postgres/postgres.ts'
import { alterPatiently } from '../../../src/server/db/postgres/schema.ts'

/** True if TEST_DATABASE_URL names the coordinator of a cluster. */
export async function hasCitus(server: URL): Promise<boolean> {
  return (await rowsOf(server, "select from pg_extension where extname = 'citus'")).length > 0
}

/**
 * Prepares a new database on the coordinator, and distributes its tables. One at a time, because Citus can't
 * do two at once. There are few shards, because every test creates them.
 */
export async function makeDistributed(
  server: URL,
  name: string,
  { shards = 4, workers = Number.POSITIVE_INFINITY } = {},
): Promise<void> {
  const lock = new pg.Client(server.href)
  await lock.connect()
  await lock.query('select pg_advisory_lock(1)')
  try {
    await join(server, name, workers)
  } finally {
    await lock.end()
  }
  const patient = at(server, { pathname: name })
  patient.searchParams.set('connectionTimeoutMillis', '60000')
  const url = patient.href
  await (await openPostgres(url)).close()
  await alterPatiently(url, (alterSchema) => alterSchema((tx) => distribute(tx, shards)))
}

async function join(server: URL, name: string, workers: number): Promise<void> {
  const all = await rowsOf(server, 'select groupid, nodename, nodeport from pg_dist_node order by groupid')
  // The first node is the coordinator.
  const nodes = all.slice(0, 1 + workers)
  const coordinator = at(server, { pathname: name })
  for (const { groupid, nodename, nodeport } of nodes) {
    const node = at(server, { hostname: String(nodename), port: String(nodeport) })
    if (groupid !== 0) await rowsOf(node, `create database ${name}`)
    await rowsOf(at(node, { pathname: name }), 'create extension citus')
  }
  for (const { groupid, nodename, nodeport } of nodes)
    await rowsOf(
      coordinator,
      groupid === 0
        ? `select citus_set_coordinator_host('${nodename}', ${nodeport})`
        : `select citus_add_node('${nodename}', ${nodeport})`,
    )
}

const at = (server: URL, parts: Partial<Pick<URL, 'hostname' | 'port' | 'pathname'>>) =>
  Object.assign(new URL(server), parts)

async function rowsOf(server: URL, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(server.href)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
