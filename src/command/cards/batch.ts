import type { Client } from '../../client/client.ts'
import type { BatchResult } from '../../contract/feed.ts'
import { maxOperations } from '../../contract/limits.ts'
import type { Body } from '../../contract/routes.ts'

export type Operation = Body<'batch'>['operations'][number]

/** Does many things, in as many requests as they need. */
export async function doAll(client: Client, operations: Operation[]): Promise<BatchResult[]> {
  const results: BatchResult[] = []
  for (let from = 0; from < operations.length; from += maxOperations)
    results.push(
      ...(await client.batch({ operations: operations.slice(from, from + maxOperations) })).results,
    )
  return results
}
