import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../../src/server/db/open.ts'
import { newDataFolder } from '../machine/folders.ts'
import { freePort } from '../network/free-port.ts'
import { EmbeddedPostgres } from './embedded-postgres.ts'

const template = 'migrated'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** The template of other databases. */
    postgresTemplate: string
  }
}

/** One PostgreSQL server for the whole test run: that of TEST_DATABASE_URL, or one from an npm package. */
export default async function startPostgres(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    project.provide('postgresUrl', given)
    // Other runs may use the same server, and it may be a cluster, so each database is migrated by itself.
    project.provide('postgresTemplate', 'template1')
    return
  }
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: newDataFolder('inboard-postgres-'),
    port,
    user: 'inboard',
    password: 'inboard',
    persistent: false,
    // PostgreSQL refuses to run as root, so it needs its own user.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    // Test data need not survive a crash of the machine, and commits are much faster without fsync.
    postgresFlags: ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=500'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  const url = new URL(`postgres://inboard:inboard@127.0.0.1:${port}/postgres`)
  project.provide('postgresUrl', url.href)
  await server.createDatabase(template)
  url.pathname = template
  await (await openDatabase({ engine: 'postgres', url: url.href })).close()
  project.provide('postgresTemplate', template)
  return () => server.stop()
}
