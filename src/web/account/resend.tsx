import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useAttempt } from './attempt.ts'
import { useCountdown } from './countdown.ts'
import { Trouble } from './field.tsx'
import { sendLink } from './links.ts'

interface ResendProps {
  /** Seconds before it can be sent again. */
  wait: number
  request: () => Promise<{ retry_after: number }>
  /** What else can be done. */
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
  // Not disabled: that would take the focus from whoever has just pressed it.
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
