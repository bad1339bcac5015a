import { foreign, lostChanges, refusals, unsent } from '../model/changes.ts'
import { signOut } from '../session/sign-out.ts'
import { countDrafts } from '../state/drafts.ts'
import { open } from './open.ts'

export const wouldLoseChanges = () =>
  unsent.value.length + refusals.value.length + lostChanges.value.length + foreign.value.length > 0

/** Signing out clears this device, so it asks first if something would be lost. */
export function askToSignOut(): void {
  if (wouldLoseChanges() || countDrafts() > 0) open('sign out')
  else signOut()
}
