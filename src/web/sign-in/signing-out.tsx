import { Day } from '../parts/day.tsx'
import { Trouble } from '../parts/field.tsx'
import { ending, startAnew } from '../session/sign-out.ts'
import { Sheet } from './sheet.tsx'

/** Shown until the session has ended on the server too. */
export function SigningOut() {
  if (!ending.value) return null
  const { expires_at, trouble, end } = ending.value
  const isTrying = trouble === undefined
  return (
    <Sheet title={isTrying ? 'Signing out…' : 'Signed out in this browser'}>
      <Trouble of={trouble} />
      {!isTrying && (
        <>
          <p>
            Your session could not be ended on the server. It ends there by itself on <Day of={expires_at} />.
          </p>
          <button type="button" class="primary" onClick={end}>
            Try again
          </button>
          <button type="button" onClick={startAnew}>
            Sign in
          </button>
        </>
      )}
    </Sheet>
  )
}
