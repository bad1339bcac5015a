import { count } from '../model/wording.ts'
import { lostChanges } from '../state/refusals.ts'
import { discardLost, sendLost } from './lost.ts'
import { Sentences } from './sentences.tsx'
import { changesOf } from './standing.ts'

/** Offers to send again what the server lost when it was restored from a backup. */
export function LostChanges({ onSettled }: { onSettled: () => void }) {
  const settle = async (how: () => Promise<void>) => {
    await how()
    onSettled()
  }
  if (lostChanges.value.length === 0) return null
  const number = changesOf(lostChanges.value)
  return (
    <section aria-labelledby="lost-heading">
      <h3 id="lost-heading">
        The server was restored from a backup and is missing{' '}
        {number === 1 ? 'this change' : `these ${count(number)} changes`}
      </h3>
      <Sentences operations={lostChanges.value.map(({ operation }) => operation)} />
      <div class="choices">
        <button type="button" onClick={() => settle(sendLost)}>
          Send again
        </button>
        <button type="button" onClick={() => settle(discardLost)}>
          Discard
        </button>
      </div>
    </section>
  )
}
