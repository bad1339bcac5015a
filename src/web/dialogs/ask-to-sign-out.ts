import { signOut } from '../sign-out.ts'
import { foreign, unsent } from '../state/changes.ts'
import { countDrafts } from '../state/drafts.ts'
import { refusals } from '../state/refusals.ts'
import { open } from './open.ts'

export const wouldLoseChanges = () => unsent.value.length + refusals.value.length + foreign.value.length > 0

/** Signing out removes everything from this device: asks first if something is nowhere else. */
export function askToSignOut(): void {
  if (wouldLoseChanges() || countDrafts() > 0) open('sign out')
  else signOut()
}
