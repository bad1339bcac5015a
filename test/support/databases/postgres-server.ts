import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openPostgres } from '../../../src/server/db/postgres/postgres.ts'
import { newDataFolder } from '../machine/folders.ts'
import { freePort } from '../network/free-port.ts'
import { eventually } from '../service/inboard.ts'
import { childrenOf } from './children-of.ts'
import { EmbeddedPostgres } from './embedded-postgres.ts'

const password = 'open-sesame'

/** A PostgreSQL server that can be killed, frozen and restarted, with durable writes. */
export class PostgresServer {
  readonly port: number
  readonly folder = newDataFolder('inboard-postgres-')
  readonly #server: EmbeddedPostgres
  readonly #connections = new Set<pg.Client>()
  #frozen: number[] = []
  #template: Promise<void> | undefined
  #lastWords = ''

  private constructor(port: number, flags: string[]) {
    this.port = port
    this.#server = new EmbeddedPostgres({
      databaseDir: this.folder,
      port,
      user: 'inboard',
      password,
      // PostgreSQL refuses to run as root.
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
      postgresFlags: ['-c', 'fsync=on', '-c', 'max_connections=200', ...flags],
      onLog: (message) => {
        this.#lastWords = message
      },
      onError: () => {},
    })
  }

  static async start(...settings: string[]): Promise<PostgresServer> {
    const flags = settings.flatMap((setting) => ['-c', setting])
    const server = new PostgresServer(await freePort(), flags)
    await server.#initialise()
    await server.start()
    return server
  }

  /** Initialising takes seconds, and copying does not, so each test run initialises once. */
  async #initialise(): Promise<void> {
    const run = process.env.TEST_FOLDER
    if (!run) return await this.#server.initialise()
    const model = join(run, 'postgres-cluster')
    if (existsSync(model)) {
      cpSync(model, this.folder, { recursive: true })
      return chownAs(model, this.folder)
    }
    await this.#server.initialise()
    // Renamed into place: two workers may do this at once, and either result is fine.
    const made = newDataFolder('inboard-cluster-')
    cpSync(this.folder, made, { recursive: true })
    chownAs(this.folder, made)
    try {
      renameSync(made, model)
    } catch (error) {
      if (!existsSync(model)) throw error
      rmSync(made, { recursive: true, force: true })
    }
  }

  /** A standby that receives every write before it is acknowledged. */
  async startStandby(): Promise<PostgresServer> {
    const admin = await this.connect('postgres')
    await admin.query("alter system set synchronous_standby_names = '*'")
    await admin.end()
    // A copy of the files is complete only while nobody writes to them.
    await this.#server.stop()
    const standby = new PostgresServer(await freePort(), ['-c', 'hot_standby=on'])
    cpSync(this.folder, standby.folder, { recursive: true })
    const primary = `host=127.0.0.1 port=${this.port} user=inboard password=${password}`
    writeFileSync(join(standby.folder, 'standby.signal'), '')
    appendFileSync(join(standby.folder, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`)
    chownAs(this.folder, standby.folder)
    await this.start()
    // Not awaited, because the package waits for a server that accepts writes, and a standby only does after
    // its promotion.
    standby.#server.start().catch(() => {})
    await eventually(() => standby.#follows(), 'the standby to follow')
    return standby
  }

  async #follows(): Promise<true | undefined> {
    try {
      const admin = await this.connect('postgres')
      const { rows } = await admin.query("select from pg_stat_wal_receiver where status = 'streaming'")
      await admin.end()
      return rows.length > 0 || undefined
    } catch {
      return undefined
    }
  }

  /** Promotes a standby, which then waits for no other. */
  async promote(): Promise<void> {
    const admin = await this.connect('postgres')
    await admin.query("alter system set synchronous_standby_names = ''")
    await admin.query('select pg_reload_conf()')
    await admin.query('select pg_promote(true, 60)')
    await admin.end()
  }

  /** Processes of a killed server may still hold its memory, and no new one can start until they are gone. */
  async start(attempts = 100): Promise<void> {
    try {
      await this.#server.start()
    } catch {
      // The package would wait forever for a server that has already ended.
      this.#process = undefined
      if (attempts === 1) throw new Error(`PostgreSQL does not start: ${this.#lastWords}`)
      await pause(100)
      await this.start(attempts - 1)
    }
  }

  url(database: string, parameters: Record<string, string> = {}): string {
    const url = new URL(`postgres://inboard:${password}@127.0.0.1:${this.port}/${database}`)
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return url.href
  }

  async createDatabase(name: string, template = 'template1'): Promise<void> {
    const admin = await this.connect('postgres')
    await admin.query(`create database ${name} template ${template}`)
    await admin.end()
  }

  /** Empty, with every table. Copying takes less time than migrating. */
  async createMigratedDatabase(name: string): Promise<void> {
    const template = 'migrated'
    this.#template ??= this.createDatabase(template).then(async () =>
      (await openPostgres(this.url(template))).close(),
    )
    await this.#template
    await this.createDatabase(name, template)
  }

  /** A connection from outside of Inboard. */
  async connect(database: string): Promise<pg.Client> {
    const client = new pg.Client(this.url(database))
    // It breaks when the server goes down.
    client.on('error', () => {})
    await client.connect()
    this.#connections.add(client)
    client.once('end', () => this.#connections.delete(client))
    return client
  }

  /** Kills the postmaster and all its children at once, without any clean-up. */
  async kill(): Promise<void> {
    const postmaster = this.#process
    const exited = once(postmaster, 'exit')
    for (const pid of await this.#stopAll()) signal(pid, 'SIGKILL')
    await exited
    this.#process = undefined
  }

  /** From now on the kernel accepts connections, but the server does not answer. */
  async freeze(): Promise<void> {
    this.#frozen = await this.#stopAll()
  }

  thaw(): void {
    for (const pid of this.#frozen.splice(0)) signal(pid, 'SIGCONT')
  }

  async stop(): Promise<void> {
    this.thaw()
    for (const client of this.#connections) client.end().catch(() => {})
    await this.#server.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  async #stopAll(): Promise<number[]> {
    const postmaster = this.#process.pid ?? 0
    // First, so that no child is forked after they are counted.
    signal(postmaster, 'SIGSTOP')
    await eventually(() => isStopped(postmaster) || undefined, 'PostgreSQL to stop')
    const children = childrenOf(postmaster)
    for (const pid of children) signal(pid, 'SIGSTOP')
    return [postmaster, ...children]
  }

  // The package has no other way to mark a server as stopped.
  get #process(): ChildProcess {
    return (this.#server as unknown as { process: ChildProcess }).process
  }
  set #process(process: undefined) {
    Object.assign(this.#server, { process })
  }
}

/** PostgreSQL requires that its files belong to its user. */
function chownAs(model: string, folder: string): void {
  const { uid, gid } = statSync(model)
  for (const path of ['.', ...globSync('**', { cwd: folder })]) chownSync(join(folder, path), uid, gid)
}

const isStopped = (pid: number) => readFileSync(`/proc/${pid}/status`, 'utf8').includes('T (stopped)')

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // The child had just ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
