import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { Trouble, useAttempt } from '../parts/field.tsx'
import { Button } from '../parts/icons.tsx'
import { retryAfter } from '../session/api.ts'
import { type LinkRequest, type Sending, sendLink } from './links.ts'

interface ResendProps {
  /** Seconds before it can be sent again. */
  wait: number
  request: LinkRequest
  children: ComponentChildren
}

export function Resend({ wait, request, children }: ResendProps) {
  const [left, restart] = useCountdown(wait)
  const { busy, trouble, attempt } = useAttempt()
  const outcome = useSignal<Sending | undefined>(undefined)
  const resend = () =>
    attempt(async () => {
      outcome.value = undefined
      try {
        outcome.value = await sendLink(request)
        restart(outcome.value.wait)
      } catch (error) {
        restart(retryAfter(error))
        throw error
      }
    })
  // aria-disabled, because a disabled button would lose the focus when it is pressed.
  const waiting = left > 0 || busy
  return (
    <>
      <div class="bar choices">
        <Button aria-disabled={waiting} onClick={() => waiting || resend()}>
          {left > 0 ? `Send it again in ${brief(left)}` : 'Send it again'}
        </Button>
        {children}
      </div>
      <p class="outcome quiet" role="status">
        {outcome.value &&
          (outcome.value.isSent
            ? 'It is on its way again.'
            : left > 0 && 'We sent a link less than a minute ago.')}
      </p>
      <Trouble of={trouble} />
    </>
  )
}

const brief = (seconds: number) => (seconds > 120 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`)

/** The seconds that are left, and a function that restarts the countdown. */
function useCountdown(initially: number): [left: number, restart: (seconds: number) => void] {
  const [end, setEnd] = useState(() => Date.now() + initially * 1000)
  const [left, setLeft] = useState(initially)
  useLayoutEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
    const timer = setInterval(tick, 250)
    tick()
    return () => clearInterval(timer)
  }, [end])
  return [left, (seconds) => setEnd(Date.now() + seconds * 1000)]
}
