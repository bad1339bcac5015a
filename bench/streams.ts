import { setTimeout as pause } from 'node:timers/promises'
import { seconds } from '../src/server/common/clock.ts'
import type { Operation } from './operations.ts'
import type { Plan } from './plan.ts'
import { seed } from './seed.ts'
import { type Server, startInboard } from './servers.ts'
import type { Store } from './stores.ts'
import type { Arrivals, Listener, Order } from './stream-clients.ts'
import { startWorker } from './worker.ts'

export interface Crowd {
  accounts: number
  streams: number
  /** Resident bytes of the server, without streams and with all of them. */
  alone: number
  crowded: number
  here: Arrivals
  /** From another instance, on PostgreSQL. */
  elsewhere?: Arrivals
}

/** CPU time while idle, as a share of a core. */
export interface Idling {
  accounts: number
  inboard: number
  /** CPU time of all its connections to PostgreSQL, if that is on this machine. */
  postgres?: number
}

export const person: Operation = {
  name: 'person',
  title: 'somebody with a card',
  boards: [[1, 0, 0]],
  requests: 1,
  call: () => ({ method: 'GET', path: '/api/events' }),
}

/**
 * What streams cost: memory, how soon a change arrives, and what it takes to look for the changes of other
 * instances.
 */
export async function measureStreams(
  store: Store,
  plan: Plan,
  say: (text: string) => void,
): Promise<{ crowds: Crowd[]; idlings: Idling[] }> {
  await using closing = new AsyncDisposableStack()
  const streams = 10_000 * plan.scale
  const changes = Math.round(500 * plan.scale)
  say('Making the data …')
  const database = await store.create('streams')
  const people = await seed(database, [person], { ...plan, connections: [streams] })
  await store.settle(database)
  const listeners = (people.person ?? []).map(
    ({ token, boards }): Listener => ({ token, card: boards[0]?.columns[0]?.cards[0] ?? '' }),
  )
  const clients = closing.adopt(startWorker('stream-clients.ts'), (worker) => worker.stop())
  const tell = <Reply>(order: Order) => clients.tell<Reply>(order)
  const start = (name: string) => startInboard(database, name)

  const crowds: Crowd[] = []
  for (const accounts of [streams, streams / 10]) {
    say(`${streams} streams of ${accounts} accounts …`)
    const [server, other] = [await start('one'), store.engine === 'postgres' && (await start('other'))]
    const { memory: alone } = await server.usage()
    const { port } = server
    const order = { port, listeners: listeners.slice(0, accounts), streamsEach: streams / accounts }
    await tell({ open: order })
    // Not counted: the code is not compiled yet, and other connections are not open yet.
    for (const one of [server, other]) if (one) await tell({ change: { port: one.port, changes } })
    const here = await tell<Arrivals>({ change: { port, changes } })
    const elsewhere = other && (await tell<Arrivals>({ change: { port: other.port, changes } }))
    const { memory: crowded } = await server.usage()
    crowds.push({ accounts, streams, alone, crowded, here, ...(elsewhere && { elsewhere }) })
    await tell('close')
    await server.stop()
    if (other) await other.stop()
  }

  const idlings: Idling[] = []
  for (const accounts of [0, streams / 10, streams]) {
    say(`${accounts} streams at rest …`)
    const server = await start('resting')
    await tell({ open: { port: server.port, listeners: listeners.slice(0, accounts), streamsEach: 1 } })
    await pause(5 * seconds)
    idlings.push({ accounts, ...(await rest(store, server, 30 * seconds * plan.scale)) })
    await tell('close')
    await server.stop()
  }
  return { crowds, idlings }
}

async function rest(store: Store, server: Server, time: number): Promise<Omit<Idling, 'accounts'>> {
  const [cpu, postgres] = [(await server.usage()).cpu, await store.connectionsCpu()]
  const began = performance.now()
  await pause(time)
  const microseconds = (performance.now() - began) * 1000
  const inboard = ((await server.usage()).cpu - cpu) / microseconds
  // Idle connections are closed meanwhile. The one that polls is always in use.
  const used = [...(await store.connectionsCpu())].map(([pid, cpu]) => cpu - (postgres.get(pid) ?? 0))
  return {
    inboard,
    ...(used.length > 0 && { postgres: used.reduce((sum, one) => sum + one) / microseconds }),
  }
}
