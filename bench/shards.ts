import { setTimeout as pause } from 'node:timers/promises'
import { seconds } from '../src/server/common/clock.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { type Driver, type Figures, startDriver } from './driver.ts'
import { joining, type Operation, operations as usual } from './operations.ts'
import { many, type Plan, share } from './plan.ts'
import { type People, populate } from './seed.ts'
import { type Server, startInboard } from './servers.ts'
import { median, type Spread, spread } from './statistics.ts'
import type { Order } from './stream-clients.ts'
import { person as somebody } from './streams.ts'
import { startWorker } from './worker.ts'

/** Microseconds of CPU time for each request. */
export interface Cost {
  instance: number
  coordinator: number
  workers: number
  /** Milliseconds, one request after the other. */
  p50: number
}

export interface Distributed {
  operation: Operation
  /** On one PostgreSQL, then on more and more workers. */
  costs: Cost[]
  /** Total CPU time on the most workers, divided by that on one PostgreSQL. */
  more: Spread
}

/** The cost of idle streams, as shares of a core. */
export interface Waiting {
  instance: number
  coordinator: number
  nodes: number
}

/** Each of its own account. */
export const streams = 1000

interface Outcome {
  /** The version of Citus. */
  version: string
  distributed: Distributed[]
  waiting: Waiting[]
}

/**
 * The same people on one PostgreSQL and on ever more nodes of a cluster, all on this machine: what it costs,
 * not how fast it is.
 */
export async function measureShards(
  address: URL,
  chosen: Operation[],
  plan: Plan,
  say: (text: string) => void,
): Promise<Outcome> {
  await using closing = new AsyncDisposableStack()
  const cluster = closing.adopt(await openCluster(address), (one) => one.close())
  const counts = [0, 1, 2, 4].filter((count) => count <= cluster.workers)
  const operations = chosen === usual ? [...chosen, joining] : chosen
  const { people, tables } = populate(operations, { ...plan, connections: [many, 1] })
  const listening = populate([somebody], { ...plan, connections: [streams] })
  const servers: Server[] = []
  for (const workers of counts) {
    say(`Filling ${workers === 0 ? 'one PostgreSQL' : `a cluster of ${workers}`} …`)
    const name = `over_${workers}`
    const database = await cluster.create(name, workers, [tables, listening.tables])
    servers.push(closing.adopt(await startInboard(database, name), (one) => one.stop()))
  }
  const driver = closing.adopt(startDriver(people), (one) => one.stop())
  const distributed: Distributed[] = []
  for (const operation of operations) {
    say(`${operation.title} …`)
    distributed.push(await measureCosts(cluster, driver, servers, operation, plan))
  }
  const waiting: Waiting[] = []
  for (const server of servers) {
    say(`${streams} streams at rest …`)
    waiting.push(await measureWaiting(cluster, server, listening.people))
  }
  return { version: cluster.version, distributed, waiting }
}

/** Nothing happens, but each instance polls for changes by others. */
async function measureWaiting(cluster: Cluster, server: Server, { person = [] }: People): Promise<Waiting> {
  using closing = new DisposableStack()
  const clients = closing.adopt(startWorker('stream-clients.ts'), (worker) => worker.stop())
  const listeners = person.map(({ token }) => ({ token, card: '' }))
  const order: Order = { open: { port: server.port, listeners, streamsEach: 1 } }
  await clients.tell(order)
  await pause(5 * seconds)
  const [usage, cpu, began] = [await server.usage(), cluster.cpu(), performance.now()]
  await pause(20 * seconds)
  const [usedUsage, usedCpu] = [await server.usage(), cluster.cpu()]
  const microseconds = (performance.now() - began) * 1000
  return {
    instance: (usedUsage.cpu - usage.cpu) / microseconds,
    coordinator: (usedCpu.coordinator - cpu.coordinator) / microseconds,
    nodes: (usedCpu.workers - cpu.workers) / microseconds,
  }
}

type Round = Omit<Cost, 'p50'>

async function measureCosts(
  cluster: Cluster,
  driver: Driver,
  servers: Server[],
  operation: Operation,
  plan: Plan,
): Promise<Distributed> {
  const load = (connections: number) => ({
    operation: operation.name,
    connections,
    requests: share(operation, plan, connections),
  })
  const round = async (server: Server): Promise<Round> => {
    const before = cluster.cpu()
    const { cpu, requests } = await driver.round(server, load(many))
    const after = cluster.cpu()
    return {
      instance: cpu,
      coordinator: (after.coordinator - before.coordinator) / requests,
      workers: (after.workers - before.workers) / requests,
    }
  }
  const rounds: Round[][] = []
  const alone: Figures[][] = []
  // Each ratio compares consecutive rounds.
  for (let n = -plan.warmUps; n < plan.rounds; n++) {
    const figures: Round[] = []
    for (const server of servers) figures.push(await round(server))
    const single: Figures[] = []
    for (const server of servers) single.push(await driver.round(server, load(1)))
    if (n < 0) continue
    rounds.push(figures)
    alone.push(single)
  }
  const all = ({ instance, coordinator, workers }: Round) => instance + coordinator + workers
  return {
    operation,
    costs: servers.map((_, side) => {
      const of = (part: keyof Round) => median(rounds.map((figures) => figures[side]?.[part] ?? Number.NaN))
      return {
        instance: of('instance'),
        coordinator: of('coordinator'),
        workers: of('workers'),
        p50: median(alone.map((figures) => figures[side]?.p50 ?? Number.NaN)),
      }
    }),
    more: spread(rounds.map((figures) => all(figures.at(-1) as Round) / all(figures[0] as Round))),
  }
}
