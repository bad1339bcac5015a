import { copyFileSync, globSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { filesIn } from '../../../src/server/common/shipped.ts'
import type { Config } from '../../../src/server/config/config.ts'
import { newestOf, readMigrations } from '../../../src/server/db/migrate.ts'
import { openWith } from '../../support/databases/contents.ts'
import { engine } from '../../support/databases/engine.ts'
import { newDataFolder } from '../../support/machine/folders.ts'
import { root } from '../../support/processes/process.ts'

export const newest = newestOf(readMigrations(engine))

/** The migrations that are shipped, followed by some that stand for those of a later version. */
export function migrationsWith(files: Record<string, string>) {
  const here = newDataFolder('some-')
  for (const file of globSync('src/server/db/migrations/*.sql', { cwd: root }))
    copyFileSync(join(root, file), join(here, basename(file)))
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(here, name), sql)
  return readMigrations(engine, filesIn(here))
}

export const open = (database: Config['database'], files: Record<string, string>) =>
  openWith(database, migrationsWith(files))
