import { computed } from '@preact/signals'
import type { Session, User } from '../contract/account.ts'
import { stored } from './stored.ts'

/** Shared by all tabs of this browser: signing out in one signs out all of them. */
const session = stored<Session | null>('session', null)

export const user = computed(() => session.value?.user)
export const token = () => session.value?.token

/**
 * The user whose session has expired or was ended elsewhere: the sign-in page says why it is shown. None after somebody
 * has signed out.
 */
export const endedUserId = stored<string | null>('ended-user', null)

/** The address that the sign-in page begins with: the last one that was used in this browser. */
export const address = stored('address', '')

export const begin = (next: Session) => {
  session.value = next
}

export function updateUser(next: User): void {
  if (session.value?.user.id === next.id) session.value = { ...session.value, user: next }
}

/** Forgets a session that the server no longer accepts. The URL stays, so that signing in again leads back to the same page. */
export function forgetSpent(spent: string | undefined): void {
  // Another tab may have signed in again since this request was sent.
  if (!session.value || session.value.token !== spent) return
  endedUserId.value = session.value.user.id
  address.value = session.value.user.email
  session.value = null
}

/** Kept when somebody signs out: settings of this browser, and who has declined a passkey. */
const kept = ['inboard.theme', 'inboard.shortcuts', 'inboard.declined-passkey']

/**
 * Removes everything of the person from the storage, which every tab notices. What is there of other accounts waits for
 * them. Returns the session that was open.
 */
export function forgetEverything(): Session | null {
  const before = session.value
  const isOthers = (key: string) =>
    key.startsWith('inboard.draft.') && !key.startsWith(`inboard.draft.${lastUserId()}.`)
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith('inboard.') && !kept.includes(key) && !isOthers(key)) localStorage.removeItem(key)
  }
  session.value = null
  return before
}

let lastUser = session.value?.user.id

/** The user who is signed in, or was until the session ended. */
export const lastUserId = () => lastUser
session.subscribe((now) => {
  if (!now) return
  endedUserId.value = null
  // Another tab has signed in somebody else, whose page must not show this user's cards.
  if (lastUser && lastUser !== now.user.id) location.reload()
  lastUser = now.user.id
})
