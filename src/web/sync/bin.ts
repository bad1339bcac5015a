import { pause } from '../../client/failures.ts'
import { confirmed } from '../model/changes.ts'
import { api } from '../session/api.ts'
import { takeBin } from './kept.ts'
import { tell } from './tabs.ts'

/** In milliseconds. Showing the account and sending the first changes come first. */
const notAtOnce = 1000

/** Reads the bin once, so that it is available offline: the feed brings everything but the bin. */
export async function readBinOnce(signal: AbortSignal): Promise<void> {
  const isKnown = () => confirmed.value.workspace.bin !== undefined
  if (isKnown()) return
  await pause(notAtOnce, signal)
  // The bin's own page may have read it meanwhile.
  if (isKnown() || signal.aborted) return
  try {
    let seq: number
    do {
      seq = confirmed.value.seq
      await readBin(signal)
      // A card deleted meanwhile may be missing from the answer.
    } while (seq !== confirmed.value.seq)
    tell({ is: 'account' })
  } catch {
    // The next connection tries again.
  }
}

export const readBin = (signal?: AbortSignal): Promise<void> =>
  takeBin(async () => (await api.listBin({}, { signal })).items)
