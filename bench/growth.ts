import { type Comparison, compare } from './compare.ts'
import { startDriver } from './driver.ts'
import { curve, type Operation } from './operations.ts'
import { many, type Plan } from './plan.ts'
import { addCrowd, type Crowd, seed } from './seed.ts'
import { startBare, startInboard } from './servers.ts'
import type { Store } from './stores.ts'

/** The same people in two databases, one of which has many others. The first of the two servers has the others. */
export async function measureCrowd(
  store: Store,
  operations: Operation[],
  plan: Plan,
  crowd: Crowd,
  say: (text: string) => void,
): Promise<Comparison[]> {
  await using closing = new AsyncDisposableStack()
  say(`Making ${crowd.people} people with ${crowd.cardsEach} cards each …`)
  const alone = await store.create('alone')
  const people = await seed(alone, operations, plan)
  const crowded = await store.copy(alone, 'crowded')
  await addCrowd(crowded, crowd)
  await store.settle(crowded)
  const driver = closing.adopt(startDriver(people), (driver) => driver.stop())
  const among = closing.adopt(await startInboard(crowded, 'crowded'), (server) => server.stop())
  const single = closing.adopt(await startInboard(alone, 'alone'), (server) => server.stop())
  const comparisons: Comparison[] = []
  for (const operation of operations) {
    say(`${operation.title} …`)
    comparisons.push(await compare(driver, [among, single], operation, many, plan))
  }
  return comparisons
}

/** Moves one card in longer and longer columns, with Inboard and with the bare server, one move at a time. */
export async function measureCurve(
  store: Store,
  usual: Plan,
  say: (text: string) => void,
): Promise<Comparison[]> {
  await using closing = new AsyncDisposableStack()
  const plan = { ...usual, connections: [1] }
  const original = await store.create('columns')
  const driver = closing.adopt(startDriver(await seed(original, curve, plan)), (driver) => driver.stop())
  const copy = await store.copy(original, 'columns_bare')
  const inboard = closing.adopt(await startInboard(original), (server) => server.stop())
  const bare = closing.adopt(await startBare(copy), (server) => server.stop())
  const comparisons: Comparison[] = []
  for (const operation of curve) {
    say(`${operation.title} …`)
    comparisons.push(await compare(driver, [inboard, bare], operation, 1, plan))
  }
  return comparisons
}
