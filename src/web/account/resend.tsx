import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Trouble } from './field.tsx'
import { sendLink } from './links.ts'
import { useAttempt } from './use-attempt.ts'
import { useCountdown } from './use-countdown.ts'

interface ResendProps {
  /** Seconds before it can be sent again. */
  wait: number
  request: () => Promise<{ retry_after: number }>
  /** Further buttons. */
  children: ComponentChildren
}

export function Resend({ wait, request, children }: ResendProps) {
  const [left, restart] = useCountdown(wait)
  const { busy, trouble, attempt } = useAttempt()
  const sent = useSignal(false)
  const resend = () =>
    attempt(async () => {
      sent.value = false
      restart(await sendLink(request))
      sent.value = true
    })
  // aria-disabled, because a disabled button would lose the focus when it is pressed.
  const waiting = left > 0 || busy
  return (
    <>
      <div class="choices">
        <button type="button" aria-disabled={waiting} onClick={() => waiting || resend()}>
          {left > 0 ? `Send it again in ${left} s` : 'Send it again'}
        </button>
        {children}
      </div>
      <p class="outcome quiet" role="status">
        {sent.value && 'It is on its way again.'}
      </p>
      <Trouble of={trouble} />
    </>
  )
}
