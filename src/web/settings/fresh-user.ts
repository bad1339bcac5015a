import { useLayoutEffect } from 'preact/hooks'
import { api } from '../session/api.ts'
import { updateUser, user } from '../session/session.ts'

/** Updates the stored user: the address may have been changed in another browser. */
export async function refreshUser(): Promise<void> {
  if (!user.value) return
  await api.readMe().then(
    (answer) => updateUser(answer.user),
    () => {},
  )
}

/** Reloads the user when the page gets the focus: the link may have been opened in another tab or browser. */
export function useFreshUser(): void {
  useLayoutEffect(() => {
    refreshUser()
    addEventListener('focus', refreshUser)
    return () => removeEventListener('focus', refreshUser)
  }, [])
}
