import type { Operation } from './operations.ts'

/** How long to measure. */
export interface Plan {
  /** The rounds of each side that count, and before them the warm-up rounds. */
  rounds: number
  warmUps: number
  /** The share of the usual number of requests. */
  scale: number
  /** The numbers of connections, measured one after the other. */
  connections: number[]
}

export const many = 32
/** For comparing the responses, before any round. */
export const answersCompared = 2

export const wholePlan: Plan = { rounds: 10, warmUps: 5, scale: 1, connections: [many, 1] }
export const quickPlan: Plan = { rounds: 2, warmUps: 1, scale: 1 / 8, connections: [many, 1] }

/** Requests of each connection in one round. */
export const share = ({ requests }: Operation, { scale }: Plan, connections: number) =>
  Math.max(2, Math.round((requests * scale) / (connections === 1 ? 8 : connections)))

/** Requests of the person at this connection in the whole run. */
export const total = (operation: Operation, plan: Plan, index: number) =>
  plan.connections
    .filter((connections) => index < connections)
    .reduce(
      (sum, connections) => sum + (plan.rounds + plan.warmUps) * share(operation, plan, connections),
      answersCompared,
    )
