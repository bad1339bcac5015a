import { insertAll } from './bulk-insert.ts'
import { type Comparison, compare } from './compare.ts'
import { startDriver } from './driver.ts'
import type { Operation } from './operations.ts'
import type { Plan } from './plan.ts'
import { populate } from './seed.ts'
import { startInboard } from './servers.ts'
import type { Store } from './stores.ts'

/**
 * This Inboard and the one in another folder. Each makes its own tables, by starting once on an empty database, as
 * their schemas may differ; then both are given the same rows.
 */
export async function measureAgainst(
  store: Store,
  folder: string,
  operations: Operation[],
  plan: Plan,
  say: (text: string) => void,
): Promise<Comparison[]> {
  await using closing = new AsyncDisposableStack()
  say('Making the data …')
  const { people, tables } = populate(operations, plan)
  const start = async (name: string, checkout?: string) => {
    const database = await store.create(name)
    const maker = await startInboard(database, name, checkout)
    await maker.stop()
    await insertAll(database, tables)
    await store.settle(database)
    return closing.adopt(await startInboard(database, name, checkout), (server) => server.stop())
  }
  const driver = closing.adopt(startDriver(people), (driver) => driver.stop())
  const ours = await start('this')
  const other = await start('other', folder)
  const comparisons: Comparison[] = []
  for (const operation of operations) {
    say(`${operation.title} …`)
    for (const connections of plan.connections)
      comparisons.push(await compare(driver, [ours, other], operation, connections, plan))
  }
  return comparisons
}
