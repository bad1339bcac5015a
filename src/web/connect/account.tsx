import { useSignal } from '@preact/signals'
import { base } from '../device/base.ts'
import { useAttempt } from '../parts/field.tsx'
import { user } from '../session/session.ts'
import { signOut } from '../session/sign-out.ts'
import { countDrafts } from '../state/drafts.ts'
import { openStore } from '../store/store.ts'
import { readUnwritten } from '../store/unwritten.ts'

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

/** Whether this device has unsent changes or drafts of a user. */
async function hasKeptWork(userId: string): Promise<boolean> {
  if (countDrafts(userId) > 0) return true
  if (readUnwritten(userId).waiting.length > 0) return true
  try {
    const store = await openStore(userId)
    const { waiting, refused } = await store.readOutbox()
    store.close()
    return refused.length > 0 || waiting.some(({ seq }) => seq === undefined)
  } catch {
    // No storage in this browser.
    return false
  }
}
