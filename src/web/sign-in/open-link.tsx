import { batch, useSignal } from '@preact/signals'
import { useLayoutEffect, useState } from 'preact/hooks'
import { ProblemError } from '../../client/client.ts'
import type { LinkDescription } from '../../contract/account.ts'
import { go } from '../navigation/route.ts'
import { useAttempt } from '../parts/field.tsx'
import { api } from '../session/api.ts'
import { address, user } from '../session/session.ts'
import { replaceSession } from '../session/sign-out.ts'
import { refreshUser } from '../settings/fresh-user.ts'
import { notify } from '../state/notices.ts'
import { AccessReview, beginReview, isToBeReviewed } from './access-review.tsx'
import { ChangeLink, Declined } from './change-link.tsx'
import { DeadEnd, deadEnds } from './dead-end.tsx'
import { LinkTrouble, SignedInAs } from './link-page.tsx'
import { dropToken, forgetPath, isAgentWaiting, pathToReturnTo, takeToken } from './links.ts'
import { Sheet } from './sheet.tsx'
import { SignInLink } from './sign-in-link.tsx'

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
  if (end.value === 'declined' && link.value) return <Declined link={link.value} />
  const deadEnd = deadEnds[end.value]
  if (deadEnd) return <DeadEnd {...deadEnd} />
  if (!link.value) return <Unread busy={busy} trouble={trouble} look={look} />
  const LinkPage = link.value.purpose === 'sign_in' ? SignInLink : ChangeLink
  return <LinkPage link={link.value} busy={busy} trouble={trouble} open={open} decline={decline} />
}

const Unread = ({ busy, trouble, look }: { busy: boolean; trouble: unknown; look: () => void }) => (
  <Sheet title={trouble === undefined ? 'Your link' : 'Your link could not be read'}>
    {trouble === undefined && <p class="loading quiet">Reading what it does…</p>}
    <LinkTrouble of={trouble} />
    {trouble !== undefined && (
      <button type="button" class="primary" aria-disabled={busy} onClick={look}>
        Try again
      </button>
    )}
    <SignedInAs />
  </Sheet>
)
