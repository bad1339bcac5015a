import { useSignal, useSignalEffect } from '@preact/signals'
import { sendable } from '../model/sendable.ts'
import { count } from '../model/wording.ts'
import { allSent, inUnsent, unsentChanges } from '../outbox/standing.ts'
import { signOut } from '../session/sign-out.ts'
import { countDrafts } from '../state/drafts.ts'
import { refusals } from '../state/refusals.ts'
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
  const changes = unsentChanges.value + refusals.value.length
  const texts = countDrafts()
  const isLost = changes + texts > 0
  const theChanges = changes === 1 ? 'the change' : 'the changes'
  const lost = [changes > 0 && inUnsent(changes), texts > 0 && inTexts(texts)]
  return (
    <Question
      title="Sign out?"
      keep="Cancel"
      confirm={isLost ? 'Sign out anyway' : 'Sign out'}
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
      {isLost ? `${lost.filter(Boolean).join(' and ')} will be lost.` : allSent}
    </Question>
  )
}

const inTexts = (number: number) =>
  `${number === 1 ? '1 text' : `${count(number)} texts`} that you have typed but not saved`
