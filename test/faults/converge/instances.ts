import type { Chance } from '../../support/machine/chance.ts'
import { newFolder, run, type ServerProcess } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'
import type { Trial } from '../scenario.ts'
import { KeptConnections } from '../support/kept-connections.ts'
import { lastWordsOf, rowsIn } from '../support/past-inboard.ts'
import type { Place } from '../support/places.ts'

/** An instance, and the connections to it. */
export interface Instance {
  server: ServerProcess
  connections: KeptConnections
}

export interface BinnedRow {
  owner_id: string
  id: string
  kind: string
  status_id: string | null
  position: number | string | null
}

/** The instances that share a database. They are killed and restarted. */
export class Instances {
  readonly #engine: Trial['engine']
  readonly #place: Place
  readonly #folder: string
  readonly #environment: Record<string, string>
  #running: Instance[] = []
  /** Resolves when everything that was killed is back. */
  #whole: Promise<unknown> = Promise.resolve()
  kills = 0
  /** True if PostgreSQL was down in this round, which allows a 503. */
  mayBeUnavailable = false
  /** The longest time from a kill until everything works again, in milliseconds. */
  recovery = 0

  private constructor(
    engine: Trial['engine'],
    place: Place,
    folder: string,
    environment: Record<string, string>,
  ) {
    this.#engine = engine
    this.#place = place
    this.#folder = folder
    this.#environment = environment
  }

  static async start(
    engine: Trial['engine'],
    place: Place,
    settings: Record<string, string>,
  ): Promise<Instances> {
    const folder = newFolder()
    const environment = { ...(await place.environment(folder)), ...settings }
    const instances = new Instances(engine, place, folder, environment)
    // Only PostgreSQL can be shared.
    const count = engine === 'postgres' ? 2 : 1
    instances.#running = await Promise.all(Array.from({ length: count }, () => instances.#start()))
    return instances
  }

  pick = (chance: Chance): Instance => chance.pick(this.#running)

  /** Another instance, if there is one. */
  other = (instance: Instance): Instance => this.#running.find((one) => one !== instance) ?? instance

  whole = (): Promise<unknown> => this.#whole

  /** Kills one instance or PostgreSQL, and restarts it. */
  killSomething(chance: Chance): Promise<unknown> {
    if (this.#engine === 'postgres' && chance.oneIn(2)) return this.#trouble(() => this.#killPostgres())
    const index = chance.below(this.#running.length)
    return this.#trouble(async () => {
      await this.#running[index]?.server.kill('SIGKILL')
      this.#running[index] = await this.#start()
    })
  }

  /** Kills all instances. Afterwards, nothing that was sent before can take effect any more. */
  killAll(): Promise<unknown> {
    const before = this.#whole
    return this.#trouble(async () => {
      await before
      await Promise.all(this.#running.map(({ server }) => server.kill('SIGKILL')))
      if (this.#engine === 'postgres') await lastWordsOf(this.#place, this.#folder, new Date())
      this.#running = await Promise.all(this.#running.map(() => this.#start()))
    })
  }

  /** The contents of all bins. Only the database knows where cards would return to: no response shows it. */
  async binned(): Promise<BinnedRow[]> {
    const sql = `select owner_id, id, kind, status_id, position from bin where kind <> 'status'`
    return (await rowsIn(this.#engine, this.#place, this.#folder, sql)) as unknown as BinnedRow[]
  }

  #trouble(work: () => Promise<void>): Promise<unknown> {
    const begun = performance.now()
    this.kills++
    this.#whole = work().then(() => {
      this.recovery = Math.max(this.recovery, performance.now() - begun)
    })
    return this.#whole
  }

  async #killPostgres(): Promise<void> {
    this.mayBeUnavailable = true
    await this.#place.restart()
    await Promise.all(
      this.#running.map(({ server }) =>
        eventually(
          async () => (await server.request('GET', '/readyz')).status === 200 || undefined,
          'Inboard to be ready again',
        ),
      ),
    )
  }

  /**
   * On a busy machine a database that has just been restarted may answer too late. Then it is tried again, as
   * a supervisor would.
   */
  async #start(attempts = 5): Promise<Instance> {
    try {
      const server = await run({ folder: this.#folder, environment: this.#environment })
      return { server, connections: new KeptConnections(server.url) }
    } catch (error) {
      if (attempts === 1 || !String(error).includes('The database could not be opened')) throw error
      return await this.#start(attempts - 1)
    }
  }
}
