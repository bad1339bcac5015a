import { join } from 'node:path'
import type { Config } from '../../../src/server/config/config.ts'
import { type Outsider, outsider } from '../../support/databases/engine.ts'
import { cleanUp, newFolder, run, type ServerProcess } from '../../support/processes/process.ts'
import type { Outcome, Trial } from '../scenario.ts'
import { Line } from './line.ts'
import { openPlace } from './places.ts'

export interface Served {
  server: ServerProcess
  /** A direct connection to the same database. */
  beside: Outsider
}

/** Runs a server with a database of its own while `work` lasts. */
export async function served(
  { engine }: Trial,
  settings: Record<string, string>,
  work: (served: Served) => Promise<Outcome>,
): Promise<Outcome> {
  const place = await openPlace(engine)
  try {
    const folder = newFolder()
    const environment = { ...(await place.environment(folder)), ...settings }
    const server = await run({ folder, environment })
    const url = environment.DATABASE_URL ?? ''
    const database: Config['database'] =
      engine === 'sqlite' ? { engine, file: join(folder, 'inboard.db') } : { engine, url }
    const beside = await outsider(database)
    try {
      return await work({ server, beside })
    } finally {
      await beside.close()
    }
  } finally {
    cleanUp()
    await place.close()
  }
}

/** Calls `work` with the numbers from 0 to `count` - 1, each on the next free connection of `lines`. */
export async function overLines(
  server: ServerProcess,
  lines: number,
  count: number,
  work: (line: Line, number: number) => Promise<void>,
): Promise<void> {
  const numbers = Array(count).keys()
  await Promise.all(
    Array.from({ length: lines }, async () => {
      const line = new Line(server.url)
      for (const number of numbers) await work(line, number)
      line.close()
    }),
  )
}
