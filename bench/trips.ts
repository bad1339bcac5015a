import type { Config } from '../src/server/config/config.ts'
import type { Driver } from './driver.ts'
import type { Operation } from './operations.ts'
import { type Traffic, tapConnections } from './round-trips.ts'
import { type Server, startBare, startInboard } from './servers.ts'

export interface Trips {
  operation: Operation
  inboard: Traffic
  bare: Traffic
}

/** The messages of each operation to PostgreSQL, on databases that nothing else uses. */
export async function countTrips(
  driver: Driver,
  operations: Operation[],
  forInboard: Config['database'],
  forBare: Config['database'],
): Promise<Trips[]> {
  const inboard = await countAll(driver, operations, forInboard, (tapped) => startInboard(tapped, 'tapped'))
  const bare = await countAll(driver, operations, forBare, (tapped) => startBare(tapped, 'tapped bare'))
  return operations.map((operation, index) => ({
    operation,
    inboard: inboard[index] as Traffic,
    bare: bare[index] as Traffic,
  }))
}

async function countAll(
  driver: Driver,
  operations: Operation[],
  database: Config['database'],
  start: (tapped: Config['database']) => Promise<Server>,
): Promise<Traffic[]> {
  const tap = await tapConnections(database)
  const server = await start(tap.database)
  const all: Traffic[] = []
  for (const { name } of operations) {
    const each: Traffic[] = []
    // The least of several, because the server sometimes sends other queries.
    for (let n = 0; n < 5; n++) {
      tap.take()
      await driver.answer(server, name)
      each.push(tap.take())
    }
    all.push({
      statements: Math.min(...each.map(({ statements }) => statements)),
      roundTrips: Math.min(...each.map(({ roundTrips }) => roundTrips)),
    })
  }
  await server.stop()
  tap.close()
  return all
}
