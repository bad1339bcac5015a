import { basename, join } from 'node:path'
import pg from 'pg'
import { hasCitus, makeDistributed } from '../../support/databases/citus.ts'
import { PostgresServer } from '../../support/databases/postgres-server.ts'
import type { Trial } from '../scenario.ts'
import { workersOf } from '../shards/node.ts'

/** Where the databases of one scenario are. */
export interface Place {
  /** The environment variables for a server with a database of its own. The same folder gets the same database. */
  environment(folder: string): Promise<Record<string, string>>
  /** A direct connection to the database of a folder, or to a permanent one. Rejects on SQLite. */
  connect(folder?: string): Promise<pg.Client>
  /** The PostgreSQL server, to be killed, frozen and started again. Rejects on SQLite. */
  postgres(): Promise<PostgresServer>
  /** Kills PostgreSQL, or one node of a cluster, and starts it again. */
  restart(): Promise<void>
  close(): Promise<void>
}

export async function openPlace(engine: Trial['engine']): Promise<Place> {
  if (engine === 'sqlite') return inFolders
  const given = process.env.TEST_DATABASE_URL
  return given && (await hasCitus(new URL(given))) ? onCluster(new URL(given)) : onPostgres()
}

const inFolders: Place = {
  environment: async (folder) => ({ DATABASE_URL: `sqlite:${join(folder, 'inboard.db')}` }),
  connect: () => Promise.reject(new Error('SQLite has no server of its own.')),
  postgres: () => Promise.reject(new Error('SQLite has no server of its own.')),
  restart: () => Promise.reject(new Error('SQLite has no server of its own.')),
  close: async () => {},
}

/** Distributed databases, on the cluster of TEST_DATABASE_URL. */
const onCluster = (coordinator: URL): Place => ({
  connect: (folder) => connectTo(coordinator, folder),
  environment: withOneEach(async (name) => {
    const client = await connectTo(coordinator)
    await client.query(`create database ${name}`)
    await client.end()
    await makeDistributed(coordinator, name)
    return Object.assign(new URL(coordinator), { pathname: name }).href
  }),
  postgres: () => Promise.reject(new Error('A cluster is several servers.')),
  async restart() {
    const nodes = await workersOf(coordinator)
    const startAgain = await nodes[Math.floor(Math.random() * nodes.length)]?.kill()
    await startAgain?.()
  },
  close: async () => {},
})

async function connectTo(server: URL, folder?: string): Promise<pg.Client> {
  const address = folder ? Object.assign(new URL(server), { pathname: databaseOf(folder) }) : server
  const client = new pg.Client(address.href)
  await client.connect()
  return client
}

/** Starts PostgreSQL when it is first needed. */
function onPostgres(): Place {
  let started: Promise<PostgresServer> | undefined

  function postgres(): Promise<PostgresServer> {
    started ??= PostgresServer.start()
    return started
  }

  return {
    postgres,
    connect: async (folder) => (await postgres()).connect(folder ? databaseOf(folder) : 'postgres'),
    environment: withOneEach(async (name) => {
      const server = await postgres()
      await server.createDatabase(name)
      return server.url(name)
    }),
    async restart() {
      const server = await postgres()
      await server.kill()
      await server.start()
    },
    async close() {
      await (await started)?.stop()
    },
  }
}

/** Creates a database for each folder, once. Resolves to the variables for a server there. */
function withOneEach(make: (name: string) => Promise<string>): Place['environment'] {
  const databases = new Map<string, Promise<string>>()
  return async (folder) => {
    const name = databaseOf(folder)
    const url = databases.get(name) ?? make(name)
    databases.set(name, url)
    return { DATABASE_URL: await url, JWT_SECRET: 'the secret of every instance on this database' }
  }
}

/** The name of a folder's database on PostgreSQL, for direct connections to it. */
export const databaseOf = (folder: string): string => basename(folder).replaceAll(/\W/g, '_').toLowerCase()
