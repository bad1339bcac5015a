import { useSignal } from '@preact/signals'
import { base } from '../device/base.ts'
import { useAttempt } from '../parts/field.tsx'
import { user } from '../session/session.ts'
import { signOut } from '../session/sign-out.ts'
import { hasKeptWork } from '../sign-in/kept-work.ts'

/** Whose boards the agent would get, and a way to choose others. */
export function Account() {
  const wouldLose = useSignal(false)
  const { busy, attempt } = useAttempt()
  const change = () =>
    attempt(async () => {
      wouldLose.value = user.value !== undefined && (await hasKeptWork(user.value.id))
      if (!wouldLose.value) await signOut(location.pathname + location.search)
    })
  return (
    <div>
      <p class="quiet">
        You are signed in as <strong>{user.value?.email}</strong>.{' '}
        <button type="button" class="link" aria-disabled={busy} onClick={change}>
          Use another account
        </button>
      </p>
      <p class="outcome" role="status">
        {wouldLose.value && (
          <>
            What you changed or typed on this device is not sent yet, and would be lost.{' '}
            <a href={base} target="_blank" rel="noopener">
              Open Inboard
            </a>{' '}
            first, sign out there, and this page asks whom to sign in.
          </>
        )}
      </p>
    </div>
  )
}
