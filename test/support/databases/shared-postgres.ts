import { PostgresServer } from './postgres-server.ts'

let started: Promise<PostgresServer> | undefined

/**
 * One PostgreSQL server for all test files of a worker. It ends with the worker. Each file uses its own
 * databases, and leaves the server running and unchanged.
 */
export function sharedPostgres(): Promise<PostgresServer> {
  started ??= PostgresServer.start()
  return started
}
