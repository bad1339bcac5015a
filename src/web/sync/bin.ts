import { pause } from '../../client/failures.ts'
import { api } from '../api.ts'
import { confirmed } from '../state/changes.ts'
import { takeBin } from './kept.ts'
import { tell } from './tabs.ts'

/** In milliseconds: the account is shown, and what the person does first is sent, before this takes its turn. */
const notAtOnce = 1000

/** The feed brings everything but the bin. So it is read once, to be there when the server is not. */
export async function readBinOnce(signal: AbortSignal): Promise<void> {
  const isKnown = () => confirmed.value.workspace.bin !== undefined
  if (isKnown()) return
  await pause(notAtOnce, signal)
  // The page of the bin may have read it meanwhile.
  if (isKnown() || signal.aborted) return
  try {
    let seq: number
    do {
      seq = confirmed.value.seq
      await readBin(signal)
      // What was deleted meanwhile may not be in it.
    } while (seq !== confirmed.value.seq)
    tell({ is: 'account' })
  } catch {
    // The next connection tries again.
  }
}

export const readBin = (signal?: AbortSignal): Promise<void> =>
  takeBin(async () => (await api.listBin({}, { signal })).items)
