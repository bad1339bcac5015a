import { discardStale, sendStale } from '../actions/stale.ts'
import { stale } from '../model/sendable.ts'
import { Sentences } from './sentences.tsx'

/** Asks whether to send changes that are too old to be sent automatically. */
export function StaleChanges({ onSettled }: { onSettled: () => void }) {
  const settle = async (how: () => Promise<void>) => {
    await how()
    onSettled()
  }
  if (stale.value.length === 0) return null
  return (
    <section aria-labelledby="stale-heading">
      <h3 id="stale-heading">Send these older changes?</h3>
      <p class="quiet">
        They have waited for more than 25 days, or this device’s clock was changed. Sending them may overwrite
        newer changes made elsewhere. Later changes to the same cards and projects wait too.
      </p>
      <Sentences operations={stale.value.map(({ operation }) => operation)} />
      <div class="choices">
        <button type="button" onClick={() => settle(sendStale)}>
          Send anyway
        </button>
        <button type="button" onClick={() => settle(discardStale)}>
          Discard
        </button>
      </div>
    </section>
  )
}
