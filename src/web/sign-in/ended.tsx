import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { changesOf, inLost } from '../outbox/status.ts'
import { signOut } from '../session/sign-out.ts'
import { countDrafts } from '../state/drafts.ts'
import { reduceToUnsent } from '../store/reduce.ts'

/** What only this device has of an account whose session has ended, in words; undefined until it is known. */
export function useLeftovers(userId: string | null): string | undefined {
  const leftovers = useSignal<string | undefined>(undefined)
  useLayoutEffect(() => {
    if (!userId) return
    reduceToUnsent(userId).then((unsent) => {
      leftovers.value = unsent ? inLost(changesOf(unsent), countDrafts(userId)) : 'Whatever was not sent'
    })
  }, [userId])
  return leftovers.value
}

export const Ended = ({ leftovers }: { leftovers: string | undefined }) => (
  <>
    Your session has ended. Signing in leads back to where you were.
    {leftovers && ' Your unsent changes are kept on this device.'}
  </>
)

/** Asks first if something would be lost. */
export function RemoveData({ leftovers }: { leftovers: string }) {
  const isAsking = useSignal(false)
  const press = () => {
    if (leftovers) isAsking.value = !isAsking.value
    else signOut()
  }
  return (
    <section aria-label="This device" class={isAsking.value ? 'warning' : ''}>
      <p class="outcome" role="status">
        {isAsking.value && `${leftovers} will be lost.`}
      </p>
      {/* One button, which keeps the focus: Enter pressed twice loses nothing. */}
      <button type="button" class={isAsking.value ? '' : 'link'} onClick={press}>
        {isAsking.value ? 'Cancel' : 'Remove the data from this device'}
      </button>
      {isAsking.value && (
        <button type="button" class="danger" onClick={() => signOut()}>
          Remove anyway
        </button>
      )}
    </section>
  )
}
