import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { type Config, databaseUrl } from '../../../src/server/config/config.ts'
import { openDatabase } from '../../../src/server/db/open.ts'
import { type Release, releases, restore } from '../../releases/release.ts'
import { contents } from '../../support/databases/contents.ts'
import { schemaOf } from '../../support/databases/schema.ts'
import { launch, mainFromSource, newFolder, run } from '../../support/processes/process.ts'
import type { Outcome, Trial } from '../scenario.ts'
import type { Place } from '../support/places.ts'

const preload = pathToFileURL(join(import.meta.dirname, 'dies-at-statement.ts')).href

/**
 * The start on an empty database, and the one that upgrades a database of the oldest release, are killed at
 * each of their statements in turn. The next start must complete the schema, with all rows in place.
 */
export async function killMigration(trial: Trial, place: Place): Promise<Outcome> {
  const empty = await killStart(trial, place, undefined)
  const [oldest] = releases
  if (!oldest) throw new Error('No release was recorded.')
  const old = await killStart(trial, place, oldest)
  return { tries: empty.tries + old.tries, wrong: [...empty.wrong, ...old.wrong] }
}

async function killStart({ size, say }: Trial, place: Place, old: Release | undefined): Promise<Outcome> {
  const what = old ? `the upgrade of ${old.version}` : 'the first start'
  const wrong: string[] = []
  const whole = await inspect(await made(newFolder()))
  let tries = 0
  // A shorter run tries only one statement, somewhere in the middle of the migration.
  for (let statement = size === 'whole' ? 1 : 15; ; statement++) {
    const folder = newFolder()
    if (old) await restore(old, await databaseIn(folder))
    if (!(await isKilledAt(statement, folder))) break
    tries++
    await start(folder)
    if (!isDeepStrictEqual(await inspect(await databaseIn(folder)), whole))
      wrong.push(`Killed at statement ${statement}, ${what} has another end after the next start.`)
    if (size !== 'whole') break
    if (statement % 10 === 0) say(`${what}: killed at each of ${statement} statements`)
  }
  if (tries === 0) throw new Error(`${what} was not killed at any statement: it ran none that we know of.`)
  return { tries, wrong }

  async function databaseIn(folder: string): Promise<Config['database']> {
    const { DATABASE_URL = '' } = await place.environment(folder)
    const database = databaseUrl(DATABASE_URL)
    if (!database) throw new Error('There is no database.')
    return database
  }

  async function isKilledAt(statement: number, folder: string): Promise<boolean> {
    const { exited, kill, stderr } = await launch({
      folder,
      environment: { ...(await place.environment(folder)), DIE_AT_STATEMENT: String(statement) },
      command: [process.execPath, '--import', preload, mainFromSource],
    })
    // Once the server is running, the migration is over, and the count would be reached by other statements.
    const runs = setInterval(() => stderr().includes('Inboard is running') && kill('SIGTERM'), 20)
    const { code, signal } = await exited
    clearInterval(runs)
    const lived = stderr().includes('Inboard is running')
    if (!lived && signal !== 'SIGKILL') throw new Error(`It ended with ${code ?? signal}:\n${stderr()}`)
    return !lived
  }

  async function start(folder: string): Promise<void> {
    const server = await run({ folder, environment: await place.environment(folder) })
    const { status } = await server.request('GET', '/readyz')
    if (status !== 200) wrong.push(`The start after a killed one is not ready: ${status}.`)
    await server.kill('SIGKILL')
  }

  /** The reference: a database that is migrated without interruption. */
  async function made(folder: string): Promise<Config['database']> {
    const database = await databaseIn(folder)
    if (old) await restore(old, database)
    await start(folder)
    return database
  }
}

async function inspect(database: Config['database']) {
  const db = await openDatabase(database)
  // The other tables have expiring rows: whether a server has swept them depends on when it was killed.
  const { projects, statuses, cards, passkeys } = await contents(db, database)
  await db.close()
  return { rows: { projects, statuses, cards, passkeys }, schema: await schemaOf(database) }
}
