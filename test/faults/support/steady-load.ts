import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../../src/client/client.ts'

const callers = 4
const everyMilliseconds = 5

/** The time that each call took, in milliseconds, and the calls that were refused. */
export interface Answered {
  times: number[]
  refusals: string[]
}

/** Makes calls at a steady rate while something else happens, and removes the cards that they add. */
export async function answeredDuring(client: Client, something: () => Promise<unknown>): Promise<Answered> {
  const answered: Answered = { times: [], refusals: [] }
  let over = false
  const calling = Promise.all(
    Array.from({ length: callers }, async () => {
      while (!over) await callInTurn(client, answered)
    }),
  )
  try {
    await something()
  } finally {
    over = true
    await calling
  }
  return answered
}

async function callInTurn(client: Client, { times, refusals }: Answered): Promise<void> {
  async function timed<Result>(call: () => Promise<Result>): Promise<Result> {
    await pause(everyMilliseconds)
    const begun = performance.now()
    const result = await call()
    times.push(performance.now() - begun)
    return result
  }
  try {
    const { card } = await timed(() => client.addInboxCard({ text: 'Meanwhile' }))
    await timed(() => client.readCard({ id: card.id }))
    await timed(() => client.editCard({ id: card.id, complete: true }))
    await timed(() => client.readMe())
    await timed(() => client.removeCard({ id: card.id }))
  } catch (error) {
    refusals.push((error as Error).message)
    await pause(everyMilliseconds)
  }
}

/** In milliseconds. */
export const p99 = (times: number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0

/** Such as "p99 12 ms, 11 ms without". */
export const compared = (times: number[], without: number[]): string =>
  `p99 ${p99(times).toFixed(1)} ms, ${p99(without).toFixed(1)} ms without`

/** By more than other load on the machine can account for. */
export const isMuchSlower = (times: number[], without: number[]): boolean =>
  p99(times) > 1.5 * p99(without) + 10
