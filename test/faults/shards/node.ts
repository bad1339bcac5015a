import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, readlinkSync, statSync } from 'node:fs'
import pg from 'pg'
import { eventually } from '../../support/service/inboard.ts'
import { killPostgres } from '../support/kill-postgres.ts'

/** A PostgreSQL server of a cluster on this machine, which can be killed and started again. */
export class LocalNode {
  readonly url: URL
  #postmaster = 0

  private constructor(url: URL) {
    this.url = url
  }

  static async at(url: URL): Promise<LocalNode> {
    const node = new LocalNode(url)
    await node.#look()
    return node
  }

  /** The process that started all others of this server. */
  get postmaster(): number {
    return this.#postmaster
  }

  async all(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(this.url.href)
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(sql, values)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** All that it has written to its log. */
  readLog(): string {
    return readFileSync(readlinkSync(`/proc/${this.#postmaster}/fd/2`), 'utf8')
  }

  /** Kills the whole node at once. Resolves to a function that restarts it. */
  async kill(): Promise<() => Promise<void>> {
    const folder = `/proc/${this.#postmaster}`
    const [program = '', ...words] = readFileSync(`${folder}/cmdline`, 'utf8').split('\0').slice(0, -1)
    const { uid, gid } = statSync(folder)
    const log = readlinkSync(`${folder}/fd/2`)
    const cwd = readlinkSync(`${folder}/cwd`)
    killPostgres(this.#postmaster)
    const given = ['-c', `exec "$0" "$@" >> '${log}' 2>&1`, program, ...words]
    let child: ChildProcess | undefined
    return async () => {
      await eventually(async () => {
        // While anybody of the killed one is not quite dead yet, none starts beside them.
        if (child === undefined || child.exitCode !== null)
          child = spawn('sh', given, { uid, gid, cwd, detached: true, stdio: 'ignore' })
        return await this.#look().then(
          () => true,
          () => undefined,
        )
      }, 'the node to be back')
      child?.unref()
    }
  }

  async #look(): Promise<void> {
    const [row] = await this.all("select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid")
    this.#postmaster = Number(row?.pid)
  }
}

/** The nodes of a cluster that have shards, on the machine of its coordinator. */
export async function workersOf(coordinator: URL): Promise<LocalNode[]> {
  const rows = await (await LocalNode.at(coordinator)).all(
    'select nodename, nodeport from pg_dist_node where groupid <> 0 order by groupid',
  )
  return await Promise.all(
    rows.map(({ nodename, nodeport }) =>
      LocalNode.at(
        Object.assign(new URL(coordinator), { hostname: String(nodename), port: String(nodeport) }),
      ),
    ),
  )
}
