import { type AlterSchema, migrate } from '../migrate.ts'
import type { Migration } from '../migrations.ts'
import { distributeAnew } from './distribute.ts'
import { translating } from './errors.ts'
import type { Queries } from './queries.ts'
import { openPool, readTarget } from './target.ts'
import { runAgain, runOnce } from './transactions.ts'

/** Of a distributed database, what is new is distributed too. */
export const migratePatiently = (url: string, migrations: readonly Migration[]) =>
  alterPatiently(url, async (alterSchema) => {
    await migrate(alterSchema, migrations)
    await alterSchema(distributeAnew)
  })

/** Without the bounds, once connected: it takes as long as it takes, and the other instances wait for it. */
export async function alterPatiently<Result>(
  url: string,
  work: (alterSchema: AlterSchema) => Promise<Result>,
): Promise<Result> {
  const { server, ours } = readTarget(url)
  const pool = openPool({ ...server, connectionTimeoutMillis: ours.connectionTimeoutMillis, max: 1 })
  const access = { pool, prepare: false, begin: 'begin' }
  try {
    return await work((alter) =>
      runAgain(() =>
        runOnce(access, lockSchema, (tx, _locked, client) => {
          const script = async (sql: string) => {
            for (const statement of statementsIn(toPostgres(sql))) await translating(client.query(statement))
          }
          return alter({ ...tx, script, lockWriters: () => lockWriters(tx) })
        }),
      ),
    )
  } finally {
    await pool.end()
  }
}

// Any number, but the same for every instance: "inboard" in ASCII, as far as it goes.
const lockSchema = (db: Queries) => db.get`select pg_advisory_xact_lock(${0x696e626f})`

/** Every transaction that writes has read this table, and holds on to it until its end. */
const lockWriters = (db: Queries) => db.run`lock table migrations in access exclusive mode`

export const lockSchemaAndWriters = (db: Queries) => Promise.all([lockSchema(db), lockWriters(db)])

/** Migrations are written for SQLite, whose types differ. */
const toPostgres = (sql: string) =>
  sql.replaceAll(/\) strict(?:, without rowid)?;/g, ');').replaceAll(/\binteger\b/g, 'bigint')

/** One at a time, because Citus passes them on to its nodes so. A function's body, between dollars, has semicolons of its own. */
const statementsIn = (sql: string) =>
  sql.replaceAll(/--.*$/gm, '').match(/(?:\$\$[\s\S]*?\$\$|[^;$])+;/g) ?? []
