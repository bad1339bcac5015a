import { readdirSync, readFileSync } from 'node:fs'
import type { Config } from '../src/server/config/config.ts'
import { openPostgres } from '../src/server/db/postgres/postgres.ts'
import { LocalNode, workersOf } from '../test/faults/shards/node.ts'
import { hasCitus, makeDistributed } from '../test/support/databases/citus.ts'
import { insertAll, type Tables } from './bulk-insert.ts'

/** CPU time in microseconds. */
interface ClusterCpu {
  coordinator: number
  workers: number
}

/** A Citus cluster on this machine. */
export interface Cluster {
  version: string
  workers: number
  /** A database with these rows, on the coordinator alone or distributed over this many workers. */
  create(name: string, workers: number, contents: Tables[]): Promise<Config['database']>
  cpu(): ClusterCpu
  close(): Promise<void>
}

const shards = 32

export async function openCluster(server: URL): Promise<Cluster> {
  if (!(await hasCitus(server))) throw new Error('It takes the coordinator of a Citus cluster (--database).')
  const coordinator = await LocalNode.at(server)
  const workers = await workersOf(server)
  const [citus] = await coordinator.all("select split_part(citus_version(), ' ', 2) as version")
  const made: string[] = []
  return {
    version: String(citus?.version),
    workers: workers.length,
    async create(label, count, contents) {
      const name = `inboard_bench_${process.pid}_${label}`
      made.push(name)
      await coordinator.all(`create database ${name}`)
      const url = Object.assign(new URL(server), { pathname: name }).href
      if (count > 0) await makeDistributed(server, name, { shards, workers: count })
      else await (await openPostgres(url)).close()
      const database = { engine: 'postgres', url } as const
      for (const tables of contents) await insertAll(database, tables)
      await (await LocalNode.at(new URL(url))).all('vacuum analyze')
      return database
    },
    cpu: () => ({
      coordinator: cpuOf(coordinator.postmaster),
      workers: workers.reduce((sum, { postmaster }) => sum + cpuOf(postmaster), 0),
    }),
    async close() {
      for (const node of [coordinator, ...workers])
        for (const name of made) await node.all(`drop database if exists ${name} with (force)`)
    },
  }
}

/** A server with all its processes: the running ones, and those that have ended. */
function cpuOf(postmaster: number): number {
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster)
    .reduce((sum, name) => sum + microsecondsOf(name), 0)
  const [user = 0, system = 0] = statOf(String(postmaster)).slice(13, 15).map(Number)
  return running + (user + system) * (1e6 / ticksPerSecond)
}

const ticksPerSecond = 100

/** The fields from the state on. The name before them may contain spaces. */
function statOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}

const parentOf = (pid: string) => Number(statOf(pid)[1])

function microsecondsOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000
  } catch {
    return 0
  }
}
