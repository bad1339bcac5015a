import { type Comparison, compare } from './compare.ts'
import { startDriver } from './driver.ts'
import type { Operation } from './operations.ts'
import type { Plan } from './plan.ts'
import { insistOnSameAnswers } from './same-answers.ts'
import { seed } from './seed.ts'
import { startBare, startInboard } from './servers.ts'
import type { Store } from './stores.ts'
import { countTrips, type Trips } from './trips.ts'

interface Outcome {
  comparisons: Comparison[]
  /** On SQLite only: writes one at a time, with a bare server that waits for the disk as Inboard does. */
  durable: Comparison[]
  /** On PostgreSQL only: SQLite needs no round trips. */
  trips: Trips[]
}

/** Inboard and the bare limit, each on its own copy of the same data. */
export async function measureLimit(
  store: Store,
  operations: Operation[],
  plan: Plan,
  say: (text: string) => void,
): Promise<Outcome> {
  await using closing = new AsyncDisposableStack()
  say('Making the data …')
  const original = await store.create('original')
  const people = await seed(original, operations, plan)
  const copy = (name: string) => store.copy(original, name)
  const driver = closing.adopt(startDriver(people), (driver) => driver.stop())
  const stop = (server: { stop(): Promise<void> }) => server.stop()

  const trips =
    store.engine === 'postgres'
      ? await countTrips(driver, operations, await copy('tapped'), await copy('tapped_bare'))
      : []

  const databases = { inboard: await copy('inboard'), bare: await copy('bare') }
  const inboard = closing.adopt(await startInboard(databases.inboard), stop)
  const bare = closing.adopt(await startBare(databases.bare), stop)
  const comparisons: Comparison[] = []
  for (const operation of operations) {
    say(`${operation.title} …`)
    const sides: Parameters<typeof insistOnSameAnswers>[1] = [
      { server: inboard, database: databases.inboard },
      { server: bare, database: databases.bare },
    ]
    await insistOnSameAnswers(driver, sides, operation, people)
    for (const connections of plan.connections)
      comparisons.push(await compare(driver, [inboard, bare], operation, connections, plan))
  }
  const durable: Comparison[] = []
  if (store.engine === 'sqlite') {
    const waiting = closing.adopt(await startBare(await copy('durable'), 'durable', 'full'), stop)
    for (const operation of operations.filter(({ name }) => /^(?:create|patch|move)/.test(name))) {
      say(`${operation.title}, with the disk …`)
      durable.push(await compare(driver, [inboard, waiting], operation, 1, plan))
    }
  }
  return { comparisons, durable, trips }
}
