import { batch, useSignal } from '@preact/signals'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ProblemError } from '../../client/client.ts'
import { api } from '../api.ts'
import { go } from '../route.ts'
import { begin, user } from '../session.ts'
import { notify } from '../state/notices.ts'
import { Trouble } from './field.tsx'
import { dropToken, forgetPath, pathToReturnTo, takeToken } from './links.ts'
import { Sheet } from './sheet.tsx'
import { address } from './sign-in.tsx'
import { useAttempt } from './use-attempt.ts'

const deadEnds: Record<string, { title: string; text: string }> = {
  none: {
    title: 'There is no link here',
    text: 'This page opens the links that Inboard sends by email. Use the whole link as it is in the message.',
  },
  token_unknown: {
    title: 'This link is not known',
    text: 'It may not be complete, or a newer one has taken its place. Look for the latest message.',
  },
  token_used: {
    title: 'This link was used already',
    text: 'A link opens only once, and this one has been opened before.',
  },
  token_expired: {
    title: 'This link has expired',
    text: 'A link is good for 15 minutes, and this one is older.',
  },
  email_taken: {
    title: 'This address is taken',
    text: 'Another account uses it by now, so nothing was changed: yours keeps the address it had.',
  },
}

export function OpenLink() {
  const [token] = useState(takeToken)
  const end = useSignal(token ? '' : 'none')
  const deadEnd = deadEnds[end.value]
  if (deadEnd) return <DeadEnd {...deadEnd} />
  return (
    <Ready
      token={token}
      onRefused={(code) => {
        dropToken()
        end.value = code
      }}
    />
  )
}

/** Waits for a press of the button: programs that scan mail open links too, and must not use them up. */
function Ready({ token, onRefused }: { token: string; onRefused: (code: string) => void }) {
  const { busy, trouble, attempt } = useAttempt()
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.focus(), [])
  const open = () =>
    attempt(async () => {
      try {
        const session = await api.openLink({ token })
        const text =
          user.value?.id === session.user.id && user.value.email !== session.user.email
            ? `Your address is now ${session.user.email}.`
            : `You are signed in as ${session.user.email}.`
        const path = pathToReturnTo()
        dropToken()
        forgetPath()
        batch(() => {
          go(path, { replace: true })
          begin(session)
          address.value = session.user.email
          notify({ text })
        })
      } catch (error) {
        if (!(error instanceof ProblemError && error.code in deadEnds)) throw error
        onRefused(error.code)
      }
    })
  return (
    <Sheet title="Your link is ready">
      <p class="quiet">It works once. Press the button to use it in this browser.</p>
      <button type="button" class="primary" ref={button} aria-disabled={busy} onClick={open}>
        Continue to Inboard
      </button>
      <Trouble of={trouble} />
      {trouble !== undefined && (
        <p class="outcome quiet">Your link is kept on this page: try again in a moment.</p>
      )}
    </Sheet>
  )
}

function DeadEnd({ title, text }: { title: string; text: string }) {
  return (
    <Sheet title={title}>
      <p class="quiet">{text}</p>
      {user.value && <p class="quiet">You are signed in as {user.value.email}.</p>}
      <button type="button" class="primary" onClick={() => go(pathToReturnTo(), { replace: true })}>
        {user.value ? 'Go on to Inboard' : 'Get a new link'}
      </button>
    </Sheet>
  )
}
