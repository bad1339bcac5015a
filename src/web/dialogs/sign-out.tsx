import { useSignal, useSignalEffect } from '@preact/signals'
import { inChanges, unsentChanges } from '../outbox/standing.ts'
import { signOut } from '../sign-out.ts'
import { unsent } from '../state/changes.ts'
import { refusals } from '../state/refusals.ts'
import { look } from '../sync/bells.ts'
import { open } from './open.ts'
import { Question } from './question.tsx'

/** Signing out removes everything from this device: asks first if something is nowhere else. */
export function askToSignOut(): void {
  if (unsent.value.length > 0 || refusals.value.length > 0) open('sign out')
  else signOut()
}

export function SignOut() {
  const isSending = useSignal(false)
  useSignalEffect(() => {
    if (!isSending.value || unsent.value.length > 0) return
    if (refusals.value.length > 0) open('outbox')
    else signOut()
  })
  const sendFirst = () => {
    isSending.value = true
    look.ring()
  }
  const number = unsentChanges.value + refusals.value.length
  const them = number === 1 ? 'it' : 'them'
  return (
    <Question
      title="Sign out?"
      keep="Stay"
      confirm={`Sign out and lose ${them}`}
      onConfirm={signOut}
      other={
        <button type="button" class="primary" aria-disabled={isSending.value} onClick={sendFirst}>
          {isSending.value
            ? 'Sending…'
            : unsent.value.length > 0
              ? `Send ${them} first`
              : `Look at ${them} first`}
        </button>
      }
    >
      {inChanges(number)} {number === 1 ? 'has' : 'have'} not reached the server and would be lost.
    </Question>
  )
}
