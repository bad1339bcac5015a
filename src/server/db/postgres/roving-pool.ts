import pg from 'pg'

/** The server answers, but cannot be written: a standby, which may be the primary in a moment. */
class NotWritable extends Error {
  override name = 'NotWritable'
  // As PostgreSQL itself says it of a statement that writes there.
  readonly code = '25006'
}

/**
 * A pool whose connections go to whichever of several servers can be written. It remembers which one it was, so that only the
 * first connection after a failover has to look for it.
 */
export class RovingPool extends pg.Pool {
  readonly #urls: readonly string[]

  constructor(options: pg.PoolConfig, urls: readonly [string, ...string[]]) {
    const onConnect = async (client: pg.ClientBase) => {
      const { rows } = await client.query('show transaction_read_only')
      if (rows[0]?.transaction_read_only === 'on')
        throw new NotWritable('of the servers in DATABASE_URL, none that answers can be written')
    }
    super({ ...options, connectionString: urls[0], onConnect } as pg.PoolConfig)
    this.#urls = urls
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connect()
    if (!callback) return connecting
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    )
  }

  async #connect(): Promise<pg.PoolClient> {
    const failures: unknown[] = []
    for (;;) {
      const asked = this.options.connectionString
      // Otherwise it waits for a connection that another query has, and a failure says nothing of the server.
      const isNew = this.idleCount === 0 && this.totalCount < this.options.max
      try {
        return await super.connect()
      } catch (error) {
        if (!isNew) throw error
        // Unless another query that failed at the same time has done it.
        if (this.options.connectionString === asked) this.#moveOn(asked)
        failures.push(error)
        // A server that answers says more than one that does not.
        if (failures.length === this.#urls.length)
          throw failures.find((failure) => failure instanceof NotWritable) ?? error
      }
    }
  }

  #moveOn(asked: string | undefined): void {
    const next = (this.#urls.indexOf(asked ?? '') + 1) % this.#urls.length
    this.options.connectionString = this.#urls[next]
  }
}
