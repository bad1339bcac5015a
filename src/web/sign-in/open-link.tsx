import { batch, useSignal } from '@preact/signals'
import { useLayoutEffect, useState } from 'preact/hooks'
import { ProblemError } from '../../client/client.ts'
import type { LinkDescription } from '../../contract/account.ts'
import { go } from '../navigation/route.ts'
import { Trouble, useAttempt } from '../parts/field.tsx'
import { Button } from '../parts/icons.tsx'
import { api, refreshUser } from '../session/api.ts'
import { address, user } from '../session/session.ts'
import { replaceSession } from '../session/sign-out.ts'
import { notify } from '../state/notices.ts'
import { AccessReview, beginReview, isToBeReviewed } from './access-review.tsx'
import { dropToken, forgetPath, isAgentWaiting, pathToReturnTo, takeToken } from './links.ts'
import { Sheet, SignedInAs } from './sheet.tsx'

/** Says why a link does nothing, by the problem that the server names. */
const deadEnds: Record<string, { title: string; text: string }> = {
  none: {
    title: 'This isn’t a sign-in link',
    text: 'This page opens the links in Inboard’s emails. Use the whole link, exactly as it is in the email.',
  },
  token_unknown: {
    title: 'This link isn’t valid',
    text: 'It may be incomplete, or replaced by a newer one. Open the link in the latest email.',
  },
  token_used: {
    title: 'This link has already been used',
    text: 'A link works only once. This one has been opened or declined.',
  },
  token_expired: {
    title: 'This link has expired',
    text: 'A link expires after 15 minutes.',
  },
  email_taken: {
    title: 'This address is taken',
    text: 'Another account uses it now, so your account keeps its address.',
  },
}

/** The page of an emailed link. The link is used only when the button is pressed, because mail scanners open links, too. */
export function OpenLink() {
  const [token] = useState(takeToken)
  const link = useSignal<LinkDescription | undefined>(undefined)
  const end = useSignal<string>(token ? '' : 'none')
  const { busy, trouble, attempt } = useAttempt()

  const ask = (work: () => Promise<void>) =>
    attempt(async () => {
      try {
        await work()
      } catch (error) {
        if (!(error instanceof ProblemError && error.code in deadEnds)) throw error
        dropToken()
        end.value = error.code
      }
    })
  const look = () =>
    ask(async () => {
      const [found] = await Promise.all([api.describeLink({ token }), refreshUser()])
      link.value = found
    })
  const open = () =>
    ask(async () => {
      const before = user.value
      const session = await api.openLink({ token })
      const isSameAccount = before?.id === session.user.id
      const isChange = link.value?.purpose === 'change_address'
      dropToken()
      batch(() => {
        replaceSession(session)
        address.value = session.user.email
        if (isChange && !isSameAccount) {
          beginReview(session.user.id)
          end.value = 'none'
          return
        }
        // The remembered path belongs to the other account.
        go(before && !isSameAccount ? '/' : pathToReturnTo(), { replace: true })
        const text = isChange ? 'Your address is now' : 'You are signed in as'
        // First, because a phone shows only the beginning.
        const next = isAgentWaiting() ? 'Go back to the first tab to connect your agent. ' : ''
        notify({ text: `${next}${text} ${session.user.email}.` })
        forgetPath()
      })
    })
  const decline = () =>
    ask(async () => {
      await api.declineLink({ token })
      dropToken()
      end.value = 'declined'
      await refreshUser()
    })
  useLayoutEffect(() => {
    if (token) look()
  }, [])

  if (end.value === 'none' && isToBeReviewed()) return <AccessReview />
  if (end.value === 'declined' && link.value) return <Declined account={link.value.account} />
  const deadEnd = deadEnds[end.value]
  if (deadEnd) return <DeadEnd {...deadEnd} />
  const failure = (
    <>
      <Trouble of={trouble} />
      {trouble !== undefined && (
        <p class="outcome quiet">Your link is kept on this page: try again in a moment.</p>
      )}
    </>
  )
  if (!link.value)
    return (
      <Sheet title={trouble === undefined ? 'Your link' : 'Your link could not be read'}>
        {trouble === undefined && <p class="loading quiet">Reading what it does…</p>}
        {failure}
        {trouble !== undefined && (
          <Button class="primary" aria-disabled={busy} onClick={look}>
            Try again
          </Button>
        )}
        <SignedInAs />
      </Sheet>
    )

  const { purpose, email, account } = link.value
  const mine = <strong>{user.value?.email}</strong>
  const its = <strong>{email}</strong>
  const openIt = (label: string, name = 'primary') => (
    <Button class={name} aria-disabled={busy} onClick={open}>
      {label}
    </Button>
  )
  const declineIt = (
    <Button aria-disabled={busy} onClick={decline}>
      This was not me
    </Button>
  )
  if (purpose === 'change_address' && isOwn(link.value))
    return (
      <Sheet title="Change your address">
        <p>
          The address of your account changes from {mine} to {its}.
        </p>
        <div class="bar choices">
          {openIt('Change address')}
          {declineIt}
        </div>
        {failure}
      </Sheet>
    )
  if (purpose === 'change_address')
    return (
      <Sheet title="Change the address of an account">
        <p>
          The address of the account <strong>{account}</strong> changes to {its}, and you are signed in to it.
        </p>
        <SignedInAs />
        <div class="warning">
          <p>Continue only if that account is yours and you asked for this yourself.</p>
          <p>
            Whoever asked for this can use the account, and would see whatever you put into it. If this was
            not you, say so.
          </p>
        </div>
        <div class="bar choices">
          {declineIt}
          {openIt(user.value ? `Change address and switch to ${email}` : 'Change address and sign in', '')}
          <Stay />
        </div>
        {failure}
      </Sheet>
    )
  // Asks first: what somebody adds afterwards would end up in the other account.
  if (user.value && user.value.email !== email)
    return (
      <Sheet title="Switch to another account?">
        <p>
          You are signed in as {mine}. This link signs you in as {its}.
        </p>
        <div class="bar choices">
          {openIt(`Switch to ${email}`)}
          <Stay />
        </div>
        {failure}
      </Sheet>
    )
  return (
    <Sheet title="Sign in as" whom={email}>
      <p class="quiet">
        {user.value ? 'You are signed in to this account already. ' : ''}
        Press the button to sign in on this device. The link works once.
      </p>
      <button type="button" class="primary" ref={takeFocus} aria-disabled={busy} onClick={open}>
        Continue to Inboard
      </button>
      {failure}
    </Sheet>
  )
}

const takeFocus = (button: HTMLButtonElement | null) => button?.focus()

/** True if the session in this browser belongs to the account whose address the link changes. */
function isOwn({ email, account }: LinkDescription): boolean {
  if (user.value?.pending_email !== email) return false
  const [start = '', end = ''] = account.split('•••')
  return user.value.email.startsWith(start) && user.value.email.endsWith(end)
}

const DeadEnd = ({ title, text }: { title: string; text: string }) => (
  <Sheet title={title}>
    <p class="quiet">{text}</p>
    <SignedInAs />
    <Button class="primary" onClick={() => go(pathToReturnTo(), { replace: true })}>
      {user.value ? 'Continue to Inboard' : 'Get a new link'}
    </Button>
  </Sheet>
)

/** Leaves the link unopened. It still works from the message. */
function Stay() {
  if (!user.value) return null
  const stay = () => {
    dropToken()
    go(pathToReturnTo(), { replace: true })
  }
  return <Button onClick={stay}>Stay signed in as {user.value.email}</Button>
}

const Declined = ({ account }: { account: string }) => (
  <Sheet title="Nothing was changed">
    <p>
      The account <strong>{account}</strong> keeps its address, and the link can no longer be used.
    </p>
    <SignedInAs />
    {user.value ? (
      <>
        <p class="quiet">If this is your account, the settings show who else can use it.</p>
        <div class="bar choices">
          <Button class="primary" onClick={() => go('/', { replace: true })}>
            Continue to Inboard
          </Button>
          <Button onClick={() => go('/settings', { replace: true })}>Open the settings</Button>
        </div>
      </>
    ) : (
      <p class="quiet">You can close this page.</p>
    )}
  </Sheet>
)
