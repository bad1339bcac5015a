import type { Client } from '../../../../../src/client/client.ts'
import { outcome } from '../../../../support/authenticator/ceremonies.ts'
import type { PostgresServer } from '../../../../support/databases/postgres-server.ts'
import { sharedPostgres } from '../../../../support/databases/shared-postgres.ts'
import { type Answer, eventually, type RequestOptions } from '../../../../support/service/inboard.ts'
import { TestSmtp } from '../../../../support/service/smtp.ts'

/** What an instance has in common with any other, be it a process or not. */
export interface Instance {
  client(token?: string): Client
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>
}

/** Starts an instance with these variables. */
export type Start = (environment: Record<string, string>) => Promise<Instance>

export const origin = { origin: 'http://localhost:3000', rpId: 'localhost' }
export const limits = { projects: 5, cards: 30, bytes: 1500 }

/** On a busy machine, whoever has to wait is not turned away. */
const patience = {
  connectionTimeoutMillis: '60000',
  lock_timeout: '60000',
  statement_timeout: '60000',
  query_timeout: '60000',
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** Two instances on one database, one of them as if behind a pooler, so that everything is done in both ways. */
export class Site {
  readonly postgres: PostgresServer
  readonly smtp: TestSmtp
  readonly instances: Instance[] = []
  static #sites = 0
  readonly #database = `site_${++Site.#sites}`
  #people = 0

  /** How many do the same at once. */
  readonly crowd: number

  private constructor(postgres: PostgresServer, smtp: TestSmtp, crowd: number) {
    this.postgres = postgres
    this.smtp = smtp
    this.crowd = crowd
  }

  static async start(crowd: number, start: Start): Promise<Site> {
    const site = new Site(await sharedPostgres(), await TestSmtp.start(), crowd)
    await site.postgres.createMigratedDatabase(site.#database)
    for (const parameters of [{}, { prepare: 'off' }])
      site.instances.push(await start(site.environment(site.#database, site.smtp, parameters)))
    return site
  }

  environment(
    database: string,
    { environment }: TestSmtp,
    parameters: Record<string, string> = {},
  ): Record<string, string> {
    return {
      DATABASE_URL: this.postgres.url(database, { ...patience, ...parameters }),
      JWT_SECRET: 'the secret of every instance here',
      APP_URL: origin.origin,
      AUTH_RATE_LIMIT: '0',
      MAX_PROJECTS: String(limits.projects),
      MAX_CARDS: String(limits.cards),
      MAX_TEXT: String(limits.bytes),
      ...environment,
    }
  }

  async stop(): Promise<void> {
    await this.smtp.stop()
  }

  instance(index: number): Instance {
    return this.instances[index % this.instances.length] as Instance
  }

  /** How often each outcome came, of as many at once as are asked for, in turn by each instance. */
  async tally(count: number, ask: (instance: Instance, index: number) => Promise<Answer>) {
    const counts: Record<string, number> = {}
    for (const answer of await Promise.all(times(count, (index) => ask(this.instance(index), index)))) {
      const name = outcome(answer)
      counts[name] = (counts[name] ?? 0) + 1
    }
    return counts
  }

  newAddress(): string {
    return `person-${++this.#people}@example.com`
  }

  /** By a link that one instance has sent and the other opens. */
  async signIn(email = this.newAddress()) {
    await this.instance(this.#people).client().requestLink({ email })
    const { token, user } = await this.instance(this.#people + 1)
      .client()
      .openLink({ token: await this.smtp.linkTo(email) })
    return { token, user, email }
  }

  async query(sql: string, values: unknown[] = []) {
    const outsider = await this.postgres.connect(this.#database)
    try {
      return await outsider.query(sql, values)
    } finally {
      await outsider.end()
    }
  }

  /** Until nothing waits to be sent any more. */
  async settled(): Promise<void> {
    await eventually(
      async () => (await this.query('select 1 from outbox')).rowCount === 0 || undefined,
      'the outbox to be empty',
    )
  }
}
