import { type AlterSchema, type Migration, migrate, type OnMigrated } from '../migrate.ts'
import { distributeNewTables } from './citus.ts'
import { translating } from './errors.ts'
import type { Queries } from './queries.ts'
import { openPool, readTarget } from './target.ts'
import { runAgain, runOnce } from './transactions.ts'

/** On a distributed database, new tables are distributed as well. */
export const migratePatiently = (url: string, migrations: readonly Migration[], onMigrated: OnMigrated) =>
  alterPatiently(url, async (alterSchema) => {
    await migrate('postgres', alterSchema, migrations, onMigrated)
    await alterSchema(distributeNewTables)
  })

/** Has no timeouts once connected: a migration may take long, and the other instances wait for it. */
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

// An arbitrary number that every instance uses: "inbo" in ASCII.
const lockSchema = (db: Queries) => db.get`select pg_advisory_xact_lock(${0x696e626f})`

/** Every write transaction has read this table, and keeps it locked until its end. */
const lockWriters = (db: Queries) => db.run`lock table migrations in access exclusive mode`

export const lockSchemaAndWriters = (db: Queries) => Promise.all([lockSchema(db), lockWriters(db)])

/** Migrations are written for SQLite, whose types differ. */
const toPostgres = (sql: string) =>
  sql.replaceAll(/\) strict(?:, without rowid)?;/g, ');').replaceAll(/\binteger\b/g, 'bigint')

/**
 * One at a time, because Citus requires that to pass them on to its nodes. Function bodies, between dollars,
 * contain semicolons.
 */
const statementsIn = (sql: string) =>
  sql.replaceAll(/--.*$/gm, '').match(/(?:\$\$[\s\S]*?\$\$|[^;$])+;/g) ?? []
