import { setImmediate as othersFirst } from 'node:timers/promises'

/** Repeats a bounded write until there is nothing left to do, so that nobody waits long for it. */
export async function inBatches(write: (limit: number) => Promise<number>): Promise<void> {
  const limit = 500
  while ((await write(limit)) === limit) await othersFirst()
}
