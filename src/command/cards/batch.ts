import type { Client } from '../../client/client.ts'
import type { BatchResult } from '../../contract/feed.ts'
import { maxOperations } from '../../contract/limits.ts'
import type { Body } from '../../contract/routes.ts'
import { showProgress } from '../terminal.ts'

export type Operation = Body<'batch'>['operations'][number]

/** In milliseconds. In a column of thousands, each of a hundred may move all the others. */
const patience = 120_000

/** Does many things, in as many requests as they need. */
export async function doAll(client: Client, operations: Operation[]): Promise<BatchResult[]> {
  const results: BatchResult[] = []
  for (let from = 0; from < operations.length; from += maxOperations) {
    const some = operations.slice(from, from + maxOperations)
    results.push(...(await client.batch({ operations: some }, { timeout: patience })).results)
    if (operations.length > maxOperations) showProgress('cards', results.length, operations.length)
  }
  return results
}
