import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '../../../src/server/db/sqlite/sqlite.ts'
import { newFolder, root } from '../../support/processes/process.ts'

const opener = `import('${join(root, 'src/server/db/sqlite/sqlite.ts')}').then(({ openSqlite }) => openSqlite(process.argv[1]))`

/** A process that opens the database, as every start does, and does nothing else. */
export const open = (file: string) =>
  spawn(process.execPath, ['--eval', opener, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') },
  })

export function inspect(file: string) {
  const database = new DatabaseSync(file, { readOnly: true })
  const schema = database.prepare('select type, name, sql from sqlite_schema order by name').all()
  const migrations = database.prepare('select name from migrations order by name').all()
  const [health] = database.prepare('pragma integrity_check').all()
  database.close()
  return { schema, migrations, health }
}

/** What there is after migrations that nothing has disturbed. */
export async function inspectWhole(): Promise<ReturnType<typeof inspect>> {
  const file = join(newFolder(), 'inboard.db')
  await (await openSqlite(file)).close()
  return inspect(file)
}
