import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { arch, tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../support/network/free-port.ts'
import { eventually } from '../../support/service/inboard.ts'
import { killPostgres, killProcess } from '../support/kill-postgres.ts'

const password = 'open-sesame'
const user = { uid: idOf('-u'), gid: idOf('-g') }

/** Owned by the user that the package creates, because PostgreSQL refuses to run as root. */
function idOf(which: '-u' | '-g'): number {
  try {
    return Number(execFileSync('id', [which, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return -1
  }
}

interface Node {
  name: string
  port: number
  /** Patroni's endpoint for the role of this node. */
  restPort: number
  folder: string
  process: ChildProcess | undefined
}

/**
 * PostgreSQL on three nodes, of which Patroni makes one the primary, and HAProxy in front of them. All on
 * loopback.
 */
export class Cluster {
  readonly folder = mkdtempSync(join(tmpdir(), 'inboard-failover-'))
  readonly #programs: string
  /** The output of all of them, for debugging. */
  readonly #log = openSync(join(this.folder, 'log'), 'a')
  readonly #nodes: Node[] = []
  readonly #others: ChildProcess[] = []
  #etcdPort = 0
  #proxyPort = 0

  private constructor(programs: string) {
    this.#programs = programs
    chownSync(this.folder, user.uid, user.gid)
  }

  static async start(programs: string): Promise<Cluster> {
    const cluster = new Cluster(programs)
    try {
      await cluster.#start()
    } catch (error) {
      await cluster.stop()
      throw error
    }
    return cluster
  }

  async #start(): Promise<void> {
    await this.#startEtcd()
    for (const name of ['a', 'b', 'c']) {
      const folder = join(this.folder, name)
      mkdirSync(folder)
      chownSync(folder, user.uid, user.gid)
      const node = { name, port: await freePort(), restPort: await freePort(), folder, process: undefined }
      this.#nodes.push(node)
      writeFileSync(join(folder, 'patroni.yml'), this.#patroni(node))
    }
    await this.#startProxy()
    for (const { name } of this.#nodes) this.startNode(name)
    await this.isWhole()
  }

  /** By the proxy, which asks Patroni who the primary is. */
  proxyUrl(database: string): string {
    return `postgres://inboard:${password}@127.0.0.1:${this.#proxyPort}/${database}`
  }

  /** Resolves when there is a primary, and both others follow it, one of them synchronously. */
  async isWhole(): Promise<string> {
    return await eventually(async () => {
      const roles = await Promise.all(this.#nodes.map((node) => this.#roleOf(node)))
      const isWhole =
        roles.filter((role) => role === 'primary').length === 1 && roles.includes('synchronous standby')
      const all = roles.every((role) => role !== undefined)
      return (isWhole && all && this.#nodes[roles.indexOf('primary')]?.name) || undefined
    }, 'the cluster to be whole')
  }

  /** The node as a whole at one blow: Patroni and PostgreSQL, so that nobody can say good-bye. */
  async killNode(name: string): Promise<void> {
    const node = this.#node(name)
    const postmaster = Number(
      readFileSync(join(node.folder, 'data/postmaster.pid'), 'utf8').split('\n', 1)[0],
    )
    const exited = node.process && once(node.process, 'exit')
    killGroup(node.process?.pid)
    killPostgres(postmaster)
    await exited
    node.process = undefined
  }

  startNode(name: string): void {
    const node = this.#node(name)
    node.process = this.#spawn('patroni', [join(node.folder, 'patroni.yml')], { ...user })
  }

  async stop(): Promise<void> {
    for (const { name, process } of this.#nodes) if (process) await this.killNode(name).catch(() => {})
    for (const { pid } of this.#others) killGroup(pid)
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 })
  }

  #node(name: string): Node {
    const node = this.#nodes.find((one) => one.name === name)
    if (!node) throw new Error(`There is no node "${name}".`)
    return node
  }

  async #roleOf({ restPort }: Node): Promise<string | undefined> {
    const asked = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${restPort}${path}`).catch(() => undefined)
      await response?.arrayBuffer()
      return response?.status === 200
    }
    if (await asked('/primary')) return 'primary'
    if (await asked('/synchronous')) return 'synchronous standby'
    // A node that has missed a lot becomes a replica only after it has caught up.
    return (await asked('/replica?lag=1MB')) ? 'standby' : undefined
  }

  #spawn(program: string, words: string[], options: { uid?: number; gid?: number; env?: object } = {}) {
    const env = { ...process.env, ...options.env }
    return spawn(program, words, {
      ...options,
      env,
      cwd: this.folder,
      detached: true,
      stdio: ['ignore', this.#log, this.#log],
    })
  }

  async #startEtcd(): Promise<void> {
    this.#etcdPort = await freePort()
    const peer = `http://127.0.0.1:${await freePort()}`
    const client = `http://127.0.0.1:${this.#etcdPort}`
    const words = {
      'data-dir': join(this.folder, 'etcd'),
      'listen-client-urls': client,
      'advertise-client-urls': client,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': `default=${peer}`,
    }
    const given = Object.entries(words).map(([name, value]) => `--${name}=${value}`)
    // Debian's etcd runs on other platforms too, if this variable accepts the risk.
    const env = arch() === 'x64' ? {} : { ETCD_UNSUPPORTED_ARCH: arch() }
    this.#others.push(this.#spawn('etcd', given, { env }))
    await eventually(async () => {
      const response = await fetch(`${client}/health`).catch(() => undefined)
      return response?.ok || undefined
    }, 'etcd to start')
  }

  async #startProxy(): Promise<void> {
    this.#proxyPort = await freePort()
    const servers = this.#nodes.map(
      ({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`,
    )
    const file = join(this.folder, 'haproxy.cfg')
    writeFileSync(
      file,
      `defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen primary
  bind 127.0.0.1:${this.#proxyPort}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
    )
    this.#others.push(this.#spawn('haproxy', ['-f', file]))
  }

  /** The shortest times that Patroni allows, and no acknowledgement before a standby has the write. */
  #patroni({ name, port, restPort, folder }: Node): string {
    const parameters = {
      max_connections: 200,
      synchronous_commit: 'on',
      unix_socket_directories: folder,
    }
    return JSON.stringify({
      scope: 'inboard',
      name,
      restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
      etcd3: { host: `127.0.0.1:${this.#etcdPort}` },
      bootstrap: {
        dcs: {
          ttl: 20,
          loop_wait: 2,
          retry_timeout: 3,
          maximum_lag_on_failover: 1_048_576,
          synchronous_mode: true,
          synchronous_mode_strict: true,
          postgresql: { use_pg_rewind: true, parameters },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${port}`,
        data_dir: join(folder, 'data'),
        bin_dir: this.#programs,
        pgpass: join(folder, 'pgpass'),
        authentication: {
          superuser: { username: 'inboard', password },
          replication: { username: 'follower', password },
        },
        parameters,
        pg_hba: [
          'local all all trust',
          'host all all 127.0.0.1/32 md5',
          'host replication all 127.0.0.1/32 md5',
        ],
      },
    })
  }
}

const killGroup = (pid: number | undefined) => pid && killProcess(-pid)
