import { computed } from '@preact/signals'
import type { Session, User } from '../contract/account.ts'
import { stored } from './stored.ts'

/** Kept where every tab of this browser sees it, so that signing out in one signs out all of them. */
const session = stored<Session | null>('session', null)

export const user = computed(() => session.value?.user)
export const token = () => session.value?.token

/** Why the sign-in page is shown, if it is not simply a visit: in every tab, and after a reload too. */
export const farewell = stored<'expired' | null>('farewell', null)

export function begin(next: Session): void {
  session.value = next
}

export function updateUser(next: User): void {
  if (session.value?.user.id === next.id) session.value = { ...session.value, user: next }
}

/** The address stays as it is: whoever signs in again is back where they were. */
export function expire(spent: string | undefined): void {
  // Another tab may have signed in again since this request was sent.
  if (!session.value || session.value.token !== spent) return
  farewell.value = 'expired'
  session.value = null
}

/** Settings of the browser, whoever uses it, and who does not want to be offered a passkey again. */
const kept = ['inboard.theme', 'inboard.shortcuts', 'inboard.declined-passkey']

/** Leaves nothing of the person behind, in this tab's memory either. */
export function signOut(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith('inboard.') && !kept.includes(key)) localStorage.removeItem(key)
  }
  session.value = null
  location.replace('/')
}

// Somebody else's cards must not stay in this tab's memory when another tab changes who is signed in.
let lastUser = session.value?.user.id

/** Whoever is signed in, or was until the session ended. */
export const lastUserId = () => lastUser
session.subscribe((now) => {
  if (!now) return
  farewell.value = null
  if (lastUser && lastUser !== now.user.id) location.reload()
  lastUser = now.user.id
})
