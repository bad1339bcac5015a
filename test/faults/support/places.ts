import { basename, join } from 'node:path'
import { PostgresServer } from '../../support/postgres-server.ts'
import type { Trial } from '../scenario.ts'

/** Where the databases of one scenario lie. */
export interface Place {
  /** Puts a server on the database of its folder: the same for the same folder. */
  environment(folder: string): Promise<Record<string, string>>
  /** The PostgreSQL behind it, to kill, freeze and start again. There is none for SQLite. */
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

/** It starts when it is first needed. */
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

/** What the database of a folder is called, for those who look into it past Inboard. */
export const databaseOf = (folder: string): string => basename(folder).replaceAll(/\W/g, '_').toLowerCase()
