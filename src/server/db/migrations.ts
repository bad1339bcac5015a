import { shipped } from '../common/shipped.ts'
import type { Config } from '../config/config.ts'

export interface Migration {
  /** The name that the database records. It is the same on both engines. */
  name: string
  sql: string
  /** The oldest migration that an instance has to know to keep writing after this one is applied. */
  beside: string | undefined
}

/**
 * All migrations for an engine, in order. `0003-bin.sql` is for both engines; `0003-bin.sqlite.sql` and
 * `0003-bin.postgres.sql` are the two versions of one migration.
 */
export function readMigrations(
  engine: Config['database']['engine'],
  files = shipped('src/server/db/migrations'),
): Migration[] {
  const migrations: Migration[] = []
  for (const file of files.list().sort()) {
    const [, title, only = engine] = /^(\d{4}-[\w-]+)(?:\.(sqlite|postgres))?\.sql$/.exec(file) ?? []
    if (!title) throw new Error(`${file} must be named like 0003-what-it-does.sql`)
    if (only !== engine) continue
    const sql = String(files.read(file))
    const [, beside] = /^-- beside: (\S+)$/m.exec(sql) ?? []
    migrations.push({ name: `${title}.sql`, sql, beside })
  }
  refuseMistakes(migrations)
  return migrations
}

function refuseMistakes(migrations: readonly Migration[]): void {
  for (const [index, { name, beside }] of migrations.entries()) {
    const earlier = migrations.slice(0, index).map((one) => one.name)
    if (earlier.some((one) => one.slice(0, 4) === name.slice(0, 4)))
      throw new Error(`${name} has the number of another migration.`)
    if (beside && !earlier.includes(beside))
      throw new Error(`${name} names a migration that does not come before it: ${beside}.`)
  }
}

export const newestOf = (migrations: readonly Migration[]) => migrations.at(-1)?.name ?? ''
