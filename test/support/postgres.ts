import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { EmbeddedPostgres } from './embedded-postgres.ts'
import { freePort } from './free-port.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** A real PostgreSQL for the whole run: the one that TEST_DATABASE_URL names, or one started from npm. */
export default async function startPostgres(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    project.provide('postgresUrl', given)
    return
  }
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: mkdtempSync(join(tmpdir(), 'inboard-postgres-')),
    port,
    user: 'inboard',
    password: 'inboard',
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    // Nothing of a test run needs to survive a power cut.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=500'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  project.provide('postgresUrl', `postgres://inboard:inboard@127.0.0.1:${port}/postgres`)
  return () => server.stop()
}
