import { readdirSync, readFileSync } from 'node:fs'
import type { Config } from '../config.ts'

/** A step from one schema to the next. */
export interface Migration {
  /** What the database remembers it by: the same on both engines. */
  name: string
  sql: string
  /** Once this one is applied, an instance that knows that one, and none after it, may go on writing. */
  beside: string | undefined
}

const shipped = new URL('./migrations/', import.meta.url)

/**
 * All migrations for an engine, in order. `0003-bin.sql` serves both engines; `0003-bin.sqlite.sql` and
 * `0003-bin.postgres.sql` are the two texts of one migration.
 */
export function readMigrations(engine: Config['database']['engine'], folder = shipped): Migration[] {
  const migrations: Migration[] = []
  for (const file of readdirSync(folder).sort()) {
    const [, title, only = engine] = /^(\d{4}-[\w-]+)(?:\.(sqlite|postgres))?\.sql$/.exec(file) ?? []
    if (!title || only !== engine) continue
    const sql = readFileSync(new URL(file, folder), 'utf8')
    const [, beside] = /^-- beside: (\S+)$/m.exec(sql) ?? []
    migrations.push({ name: `${title}.sql`, sql, beside })
  }
  return migrations
}

export const newestOf = (migrations: readonly Migration[]) => migrations.at(-1)?.name ?? ''
