import type { LinkDescription } from '../../contract/account.ts'
import { go } from '../navigation/route.ts'
import { Trouble } from '../parts/field.tsx'
import { user } from '../session/session.ts'
import { dropToken, pathToReturnTo } from './links.ts'

// Shared by the pages of emailed links.

export interface LinkPageProps {
  link: LinkDescription
  busy: boolean
  trouble: unknown
  open: () => void
  decline: () => void
}

export const SignedInAs = () =>
  user.value ? (
    <p class="quiet">
      You are signed in as <strong>{user.value.email}</strong>.
    </p>
  ) : null

/** Leaves the link unopened. It still works from the message. */
export function Stay() {
  if (!user.value) return null
  const stay = () => {
    dropToken()
    go(pathToReturnTo(), { replace: true })
  }
  return (
    <button type="button" onClick={stay}>
      Stay signed in as {user.value.email}
    </button>
  )
}

export const LinkTrouble = ({ of: trouble }: { of: unknown }) => (
  <>
    <Trouble of={trouble} />
    {trouble !== undefined && (
      <p class="outcome quiet">Your link is kept on this page: try again in a moment.</p>
    )}
  </>
)
