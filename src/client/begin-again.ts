import type { Changes } from '../contract/feed.ts'
import type { CallOptions, Client } from './client.ts'
import { ProblemError, pause } from './failures.ts'

/** A proxy may answer from a server that lags behind: that is not worth more. */
const mostReports = 3

/**
 * The whole account, for a client that the server cannot lead on from the state that it has `seen`. Where the server has less than that,
 * it was set back, and is told so first: or it would use numbers again that mean something else to this client.
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
      const { retry_after } = error.problem
      // A token that may only read, or a server that does not know of this yet.
      if (retry_after === undefined) return all
      // Another device has told it, and may have seen less.
      await pause(retry_after * 1000, options.signal)
    }
  }
}
