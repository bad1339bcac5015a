import { pause } from '../../client/failures.ts'
import { confirmed } from '../model/changes.ts'
import { api } from '../session/api.ts'
import { takeBin } from './kept.ts'
import { tell } from './tabs.ts'

/** In milliseconds. Showing the account and sending the first changes come first. */
const notAtOnce = 1000

const isKnown = () => confirmed.value.workspace.bin !== undefined

/** Reads the bin once, so that it is available offline: the feed brings everything but the bin. */
export async function readBinOnce(signal: AbortSignal): Promise<void> {
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

/** After a change without content, which is how the feed shows that something was permanently deleted elsewhere. */
export async function readBinAgain(): Promise<void> {
  if (!isKnown()) return
  try {
    await readBin()
    tell({ is: 'account' })
  } catch {
    // The bin's own page reads it, too.
  }
}

export const readBin = (signal?: AbortSignal): Promise<void> =>
  takeBin(async () => (await api.listBin({}, { signal })).items)
