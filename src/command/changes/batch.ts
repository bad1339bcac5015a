import { inBatches } from '../../client/batches.ts'
import type { Client } from '../../client/client.ts'
import type { BatchResult } from '../../contract/feed.ts'
import type { Body } from '../../contract/routes.ts'
import { showProgress } from '../output/terminal.ts'

export type Operation = Body<'batch'>['operations'][number]

/** In milliseconds. In a column of thousands, each of a hundred operations may renumber all cards. */
const patience = 120_000

/** Performs operations in as many requests as they need. */
export async function doAll(client: Client, operations: Operation[]): Promise<BatchResult[]> {
  const results: BatchResult[] = []
  for (const some of inBatches(operations)) {
    results.push(...(await client.batch({ operations: some }, { timeout: patience })).results)
    if (operations.length > some.length) showProgress('cards', results.length, operations.length)
  }
  return results
}
