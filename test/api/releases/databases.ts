import { type Config, databaseUrl } from '../../../src/server/config/config.ts'
import { readMigrations } from '../../../src/server/db/migrate.ts'
import { contents, openWith } from '../../support/databases/contents.ts'
import { databaseIn, engine } from '../../support/databases/engine.ts'
import { schemaOf } from '../../support/databases/schema.ts'
import { newDataFolder } from '../../support/machine/folders.ts'

export const today = readMigrations(engine)

export async function newDatabase() {
  const home = newDataFolder()
  const database = databaseUrl(
    (await databaseIn(home, { distributed: false, empty: true })).DATABASE_URL ?? '',
  )
  if (!database) throw new Error('there is nothing to begin with')
  return { home, database }
}

export async function upgrade(database: Config['database']) {
  const db = await openWith(database, today)
  const rows = await contents(db, database)
  await db.close()
  return { rows, schema: await schemaOf(database) }
}

/** The schema of a database that was never another. */
export const freshSchema = () => {
  fresh ??= newDatabase().then(async ({ database }) => (await upgrade(database)).schema)
  return fresh
}

/** It is the same for every test of a worker. */
let fresh: ReturnType<typeof schemaOf> | undefined
