import type { Driver, Figures } from './driver.ts'
import type { Operation } from './operations.ts'
import { type Plan, share } from './plan.ts'
import type { Server } from './servers.ts'
import { median, type Spread, spread } from './statistics.ts'

/** One operation, measured on two servers. */
export interface Comparison {
  operation: Operation
  connections: number
  /** The median of each figure over all rounds. */
  figures: [Figures, Figures]
  /** CPU time of the second divided by that of the first: above 1, the first is better. */
  cpu: Spread
  /** Requests per second of the first divided by those of the second. */
  speed: Spread
}

/**
 * Short rounds in turn: first, second, second, first. Other work on the machine affects both alike, and each ratio is
 * made of two neighbouring rounds.
 */
export async function compare(
  driver: Driver,
  [first, second]: [Server, Server],
  operation: Operation,
  connections: number,
  plan: Plan,
): Promise<Comparison> {
  const requests = share(operation, plan, connections)
  const round = (server: Server) => driver.round(server, { operation: operation.name, connections, requests })
  for (let n = 0; n < plan.warmUps; n++) {
    await round(first)
    await round(second)
  }
  const pairs: [Figures, Figures][] = []
  for (let n = 0; n < plan.rounds; n++) {
    if (n % 2 === 0) pairs.push([await round(first), await round(second)])
    else {
      const after = await round(second)
      pairs.push([await round(first), after])
    }
  }
  return {
    operation,
    connections,
    figures: [middle(pairs.map(([one]) => one)), middle(pairs.map(([, other]) => other))],
    cpu: spread(pairs.map(([one, other]) => other.cpu / one.cpu)),
    speed: spread(pairs.map(([one, other]) => one.perSecond / other.perSecond)),
  }
}

function middle(rounds: Figures[]): Figures {
  const of = (name: keyof Figures) => median(rounds.map((round) => round[name]))
  return {
    requests: of('requests'),
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    cpu: of('cpu'),
  }
}
