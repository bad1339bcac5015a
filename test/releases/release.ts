import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../src/server/config/config.ts'
import { readMigrations } from '../../src/server/db/migrate.ts'
import { mark } from '../../src/server/db/sqlite/mark.ts'
import { openWith } from '../support/databases/contents.ts'
import { outsider } from '../support/databases/engine.ts'

/** What was recorded of a release, besides the rows of its database. */
export interface Release extends Held {
  version: string
  recordedAt: string
  /** `JWT_SECRET`. */
  secret: string
  origin: string
  rpId: string
  /** The names of the migrations that its database has. */
  migrations: string[]
  /** The SHA-256 of each file of its migrations. */
  files: Record<string, string>
}

/** What Ada has in hand when the server is upgraded, and what she has seen. */
export interface Held {
  session: string
  /** Of links that nobody has opened yet. */
  signInLink: string
  changeLink: string
  passkey: { id: string; userHandle: string; counter: number; key: string }
  /** A card that was added with an idempotency key. From 0.6.0 on. */
  keyed?: { key: string; text: string; id: string }
  /** The state that her devices know of. From 0.6.0 on. */
  seq?: number
  /** From 0.7.0 on. */
  apiToken?: string
  /** By their path. */
  answers: Record<string, unknown>
}

/** Every release that was recorded, oldest first. */
export const releases: Release[] = globSync('*.json', { cwd: import.meta.dirname })
  .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  .map((file) => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')))

/** Makes the database of a release in an empty one. The schema was recorded if its migrations are gone by now. */
export async function restore({ version, migrations }: Release, database: Config['database']): Promise<void> {
  const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
  const schema = `${version}.${database.engine}.sql`
  const isRecorded = existsSync(join(import.meta.dirname, schema))
  const itsOwn = readMigrations(database.engine).filter(({ name }) => migrations.includes(name))
  if (!isRecorded) await (await openWith(database, itsOwn)).close()
  const stranger = await outsider(database)
  if (isRecorded) await stranger.run(read(schema))
  await stranger.run(read(`${version}.sql`))
  await stranger.close()
  // As its server has left it when it stopped.
  if (database.engine === 'sqlite') mark(database.file)
}
