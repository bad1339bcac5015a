import { PostgresServer } from './postgres-server.ts'

let started: Promise<PostgresServer> | undefined

/**
 * One PostgreSQL for all test files of a worker, which ends with it. Each uses databases of its own, and leaves the server
 * running and as it was.
 */
export function sharedPostgres(): Promise<PostgresServer> {
  started ??= PostgresServer.start()
  return started
}
