import type { Changes } from '../contract/feed.ts'
import type { CallOptions, Client } from './client.ts'
import { ProblemError, pause } from './failures.ts'

/** A limit in case reports have no effect, for example behind a proxy that answers from a lagging server. */
const mostReports = 4

/** A read-only token, an older server, or a number that the server takes for a mistake. */
const mayNotReport = [403, 404, 422]

/**
 * Loads the whole account after `cursor_gone`. `seen` is the highest number that the client knew. If the
 * server is below it, it has lost changes, and the client reports that first: otherwise the server would
 * reuse numbers that mean something else to this client.
 */
export async function beginAgain(
  client: Pick<Client, 'changes' | 'resetChanges'>,
  seen: number,
  options: CallOptions = {},
): Promise<Changes> {
  for (let reports = 0; ; reports++) {
    const all = await client.changes({}, options)
    if (all.seq >= seen || reports === mostReports) return all
    try {
      await client.resetChanges({ seen }, options)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      if (mayNotReport.includes(error.status)) return all
      const { retry_after } = error.problem
      if (retry_after === undefined) throw error
      // Another device is reporting. Only if it has seen less is there something left to report.
      await pause((reports === 0 ? 1 : retry_after) * 1000, options.signal)
    }
  }
}
