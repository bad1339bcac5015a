import { setImmediate as othersFirst } from 'node:timers/promises'

/** Repeats a bounded write until nothing is left to do, so that other writers never wait long. */
export async function inBatches(write: (limit: number) => Promise<number>): Promise<void> {
  const limit = 500
  while ((await write(limit)) === limit) await othersFirst()
}
