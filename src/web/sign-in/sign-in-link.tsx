import { useLayoutEffect, useRef } from 'preact/hooks'
import { user } from '../session/session.ts'
import { type LinkPageProps, LinkTrouble, Stay } from './link-page.tsx'
import { Sheet } from './sheet.tsx'

export const SignInLink = (props: LinkPageProps) =>
  user.value && user.value.email !== props.link.email ? <Switch {...props} /> : <SignIn {...props} />

function SignIn({ link: { email }, busy, trouble, open }: LinkPageProps) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.focus(), [])
  return (
    <Sheet title="Sign in as" whom={email}>
      <p class="quiet">
        {user.value ? 'You are signed in to this account already. ' : ''}
        Press the button to sign in on this device. The link works once.
      </p>
      <button type="button" class="primary" ref={button} aria-disabled={busy} onClick={open}>
        Continue to Inboard
      </button>
      <LinkTrouble of={trouble} />
    </Sheet>
  )
}

/** Asks first: what somebody adds afterwards would end up in the other account. */
const Switch = ({ link: { email }, busy, trouble, open }: LinkPageProps) => (
  <Sheet title="Switch to another account?">
    <p>
      You are signed in as <strong>{user.value?.email}</strong>. This link signs you in as{' '}
      <strong>{email}</strong>.
    </p>
    <div class="choices">
      <button type="button" class="primary" aria-disabled={busy} onClick={open}>
        Switch to {email}
      </button>
      <Stay />
    </div>
    <LinkTrouble of={trouble} />
  </Sheet>
)
