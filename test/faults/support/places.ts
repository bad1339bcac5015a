import { basename, join } from 'node:path'
import { PostgresServer } from '../../support/postgres-server.ts'
import type { Trial } from '../scenario.ts'

/** Where the databases of one scenario are. */
export interface Place {
  /** The environment variables for a server with a database of its own. The same folder gets the same database. */
  environment(folder: string): Promise<Record<string, string>>
  /** The PostgreSQL server, to be killed, frozen and started again. Rejects on SQLite. */
  postgres(): Promise<PostgresServer>
  close(): Promise<void>
}

export function openPlace(engine: Trial['engine']): Place {
  return engine === 'sqlite' ? inFolders : onPostgres()
}

const inFolders: Place = {
  environment: async (folder) => ({ DATABASE_URL: `sqlite:${join(folder, 'inboard.db')}` }),
  postgres: () => Promise.reject(new Error('SQLite has no server of its own.')),
  close: async () => {},
}

/** Starts PostgreSQL when it is first needed. */
function onPostgres(): Place {
  let started: Promise<PostgresServer> | undefined
  const databases = new Map<string, Promise<string>>()

  function postgres(): Promise<PostgresServer> {
    started ??= PostgresServer.start()
    return started
  }

  async function newDatabase(name: string): Promise<string> {
    const server = await postgres()
    await server.createDatabase(name)
    return server.url(name)
  }

  return {
    postgres,
    async environment(folder) {
      const name = databaseOf(folder)
      const url = databases.get(name) ?? newDatabase(name)
      databases.set(name, url)
      return { DATABASE_URL: await url, JWT_SECRET: 'the secret of every instance on this database' }
    },
    async close() {
      await (await started)?.stop()
    },
  }
}

/** The name of a folder's database on PostgreSQL, for direct connections to it. */
export const databaseOf = (folder: string): string => basename(folder).replaceAll(/\W/g, '_').toLowerCase()
