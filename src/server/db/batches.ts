import { setImmediate as othersFirst } from 'node:timers/promises'

/** Repeats a bounded write until it finds nothing more to do, so that no one waits long behind it. */
export async function inBatches(write: (limit: number) => Promise<number>): Promise<void> {
  const limit = 500
  while ((await write(limit)) === limit) await othersFirst()
}
