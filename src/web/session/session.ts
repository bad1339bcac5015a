import { computed } from '@preact/signals'
import type { Session, User } from '../../contract/account.ts'
import { ours } from '../device/base.ts'
import { stored } from '../device/local-storage.ts'

/** Shared by all tabs of this browser: signing out in one signs out all of them. */
const session = stored<Session | null>('session', null)

export const user = computed(() => session.value?.user)
export const token = () => session.value?.token

/** The user whose session has expired or was ended elsewhere, so that the sign-in page can say why. Null after signing out. */
export const endedUserId = stored<string | null>('ended-user', null)

/** The default of the sign-in page: the last address used in this browser. */
export const address = stored('address', '')

export const begin = (next: Session) => {
  session.value = next
}

export function updateUser(next: User): void {
  if (session.value?.user.id === next.id) session.value = { ...session.value, user: next }
}

/** Drops a session that the server no longer accepts. The URL stays, so that signing in leads back to the same page. */
export function forgetSpent(spent: string | undefined): void {
  // Another tab may have signed in again since this request was sent.
  if (!session.value || session.value.token !== spent) return
  endedUserId.value = session.value.user.id
  address.value = session.value.user.email
  session.value = null
}

/** Survives signing out: the settings of this browser, and who has declined a passkey. */
const kept = ['theme', 'shortcuts', 'show-completed', 'project-order', 'declined-passkey'].map(
  (name) => ours + name,
)

/**
 * Removes the person's data from localStorage, which every tab notices. Keeps what other accounts have typed.
 * Returns the former session.
 */
export function forgetEverything(): Session | null {
  const before = session.value
  const isOthers = (key: string) =>
    ['draft', 'unwritten'].some(
      (kind) => key.startsWith(`${ours}${kind}.`) && !key.startsWith(`${ours}${kind}.${formerUserId()}.`),
    )
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(ours) && !kept.includes(key) && !isOthers(key)) localStorage.removeItem(key)
  }
  session.value = null
  return before
}

let lastUser = session.value?.user.id

/** The user who is signed in, or was until the session ended. */
export const lastUserId = () => lastUser
/** The same, also if the page was loaded after that. */
export const formerUserId = () => endedUserId.value ?? lastUser
session.subscribe((now) => {
  if (!now) return
  endedUserId.value = null
  // Another tab has signed in another user, who must not see this user's cards.
  if (lastUser && lastUser !== now.user.id) location.reload()
  lastUser = now.user.id
})
