import { useSignal, useSignalEffect } from '@preact/signals'
import { lostChanges, refusals, sendable } from '../model/changes.ts'
import { allSent, changesOf, inLost, unsentChanges } from '../outbox/status.ts'
import { signOut } from '../session/sign-out.ts'
import { countDrafts } from '../state/drafts.ts'
import { look } from '../sync/bells.ts'
import { wouldLoseChanges } from './ask-to-sign-out.ts'
import { open } from './open.ts'
import { Question } from './question.tsx'

export function SignOut() {
  const isSending = useSignal(false)
  useSignalEffect(() => {
    if (!isSending.value || sendable.value.length > 0) return
    isSending.value = false
    if (wouldLoseChanges()) open('outbox')
    else if (countDrafts() === 0) signOut()
  })
  const sendFirst = () => {
    isSending.value = true
    look.ring()
  }
  const changes = unsentChanges.value + refusals.value.length + changesOf(lostChanges.value)
  const texts = countDrafts()
  const lost = inLost(changes, texts)
  const theChanges = changes === 1 ? 'the change' : 'the changes'
  return (
    <Question
      title="Sign out?"
      keep="Cancel"
      confirm={lost ? 'Sign out anyway' : 'Sign out'}
      onConfirm={signOut}
      other={
        wouldLoseChanges() && (
          <button type="button" class="primary" aria-disabled={isSending.value} onClick={sendFirst}>
            {isSending.value
              ? 'Sending…'
              : sendable.value.length > 0
                ? 'Send and sign out'
                : `Look at ${theChanges} first`}
          </button>
        )
      }
    >
      {/* Changes may be sent while this is open. */}
      {lost ? `${lost} will be lost.` : allSent}
    </Question>
  )
}
