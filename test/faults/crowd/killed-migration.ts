import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { databaseUrl } from '../../../src/server/config.ts'
import { openDatabase } from '../../../src/server/db/open.ts'
import { launch, main, newFolder, run } from '../../support/process.ts'
import type { Outcome, Trial } from '../scenario.ts'
import { databaseOf, type Place } from '../support/places.ts'

const preload = pathToFileURL(join(import.meta.dirname, 'dies-at-statement.ts')).href

/** The first start is killed at each of its statements in turn. The next start must complete the schema. */
export async function killMigration({ engine, quick, say }: Trial, place: Place): Promise<Outcome> {
  const wrong: string[] = []
  const whole = await schemaOf(await made(newFolder()))
  let tries = 0
  // A quick run tries only one statement, somewhere in the middle of the migration.
  for (let statement = quick ? 15 : 1; ; statement++) {
    const folder = newFolder()
    if (!(await isKilledAt(statement, folder))) break
    tries++
    const schema = await schemaOf(await started(folder))
    if (!isDeepStrictEqual(schema, whole))
      wrong.push(`Killed at statement ${statement} of its first start, it has another schema after the next.`)
    if (quick) break
    if (statement % 10 === 0) say(`killed at each of ${statement} statements`)
  }
  if (tries === 0) throw new Error('The server was not killed at any statement: it ran none that we know of.')
  return { tries, wrong }

  async function isKilledAt(statement: number, folder: string): Promise<boolean> {
    const { exited, kill, stderr } = await launch({
      folder,
      environment: { ...(await place.environment(folder)), DIE_AT_STATEMENT: String(statement) },
      command: [process.execPath, '--import', preload, main],
    })
    // Once the server is running, the migration is over, and the count would be reached by other statements.
    const runs = setInterval(() => stderr().includes('Inboard is running') && kill('SIGTERM'), 20)
    const { code, signal } = await exited
    clearInterval(runs)
    const lived = stderr().includes('Inboard is running')
    if (!lived && signal !== 'SIGKILL') throw new Error(`It ended with ${code ?? signal}:\n${stderr()}`)
    return !lived
  }

  async function started(folder: string): Promise<string> {
    const server = await run({ folder, environment: await place.environment(folder) })
    const { status } = await server.request('GET', '/readyz')
    if (status !== 200) wrong.push(`The start after a killed one is not ready: ${status}.`)
    await server.kill('SIGKILL')
    return folder
  }

  /** The reference: a database that is migrated without interruption. */
  async function made(folder: string): Promise<string> {
    const { DATABASE_URL = '' } = await place.environment(folder)
    const database = databaseUrl(DATABASE_URL)
    if (database) await (await openDatabase(database)).close()
    return folder
  }

  function schemaOf(folder: string): Promise<unknown[]> | unknown[] {
    return engine === 'sqlite' ? schemaOfFile(folder) : schemaOnServer(place, folder)
  }
}

const questions = {
  sqlite: [
    'select name from migrations order by name',
    'select type, name, sql from sqlite_schema order by name',
    'pragma integrity_check',
  ],
  postgres: [
    'select name from migrations order by name',
    `select table_name, column_name, data_type, is_nullable, column_default
      from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`,
    "select indexdef from pg_indexes where schemaname = 'public' order by indexname",
    `select conrelid::regclass::text as of, conname, pg_get_constraintdef(oid) as definition
      from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
    "select viewname, definition from pg_views where schemaname = 'public' order by 1",
  ],
}

function schemaOfFile(folder: string): unknown[] {
  const database = new DatabaseSync(join(folder, 'inboard.db'), { readOnly: true })
  const answers = questions.sqlite.map((sql) => database.prepare(sql).all())
  database.close()
  return answers
}

async function schemaOnServer(place: Place, folder: string): Promise<unknown[]> {
  const connection = await (await place.postgres()).connect(databaseOf(folder))
  const answers: unknown[] = []
  for (const sql of questions.postgres) answers.push((await connection.query(sql)).rows)
  await connection.end()
  return answers
}
