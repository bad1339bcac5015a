import { signal } from '@preact/signals'
import { createClient } from '../../client/client.ts'
import type { Session } from '../../contract/account.ts'
import { base, ours } from '../device/base.ts'
import { deleteStore } from '../store/store.ts'
import { api, isProblem } from './api.ts'
import { begin, forgetEverything, formerUserId, token } from './session.ts'

/** A session that has ended in this browser but not yet on the server. */
interface Ending {
  expires_at: string
  /** Why the last attempt failed; undefined while one is running. */
  trouble: unknown
  end(): Promise<void>
}

export const ending = signal<Ending | undefined>()

let next = base

/** Signs out of this browser at once, and then on the server. Whoever signs in again does so at this path. */
export async function signOut(path = base): Promise<void> {
  next = path
  const { session, gone } = forget()
  if (!session) {
    await gone
    startAnew()
    return
  }
  const { token: spent, expires_at } = session
  async function end(): Promise<void> {
    ending.value = { expires_at, trouble: undefined, end }
    try {
      await gone
      await endOnServer(spent)
      startAnew()
    } catch (trouble) {
      ending.value = { expires_at, trouble, end }
    }
  }
  end()
}
addEventListener('online', () => {
  if (ending.value?.trouble !== undefined) ending.value.end()
})

/** Forgets the session at once, so that no tab sends or writes any more, and then deletes the database. */
function forget(): { session: Session | null; gone: Promise<void> } {
  const id = formerUserId()
  const session = forgetEverything()
  return { session, gone: id ? deleteStore(id).catch(() => {}) : Promise.resolve() }
}

/** Deletes the account, and then its data in this browser. */
export async function leave(email: string): Promise<void> {
  await api.leave({ email })
  await forget().gone
  sessionStorage.setItem(goneKey, email)
  startAnew()
}

/** Reloads, which also clears memory. */
export const startAnew = () => location.replace(next)

/** Starts a session and ends the current one, which would otherwise stay open unused. */
export function replaceSession(next: Session): void {
  const before = token()
  begin(next)
  if (before) endOnServer(before).catch(() => {})
}

async function endOnServer(spent: string): Promise<void> {
  const client = createClient({
    baseUrl: base,
    token: () => spent,
    timeout: 10_000,
    retries: 0,
    // `keepalive`: reaches the server even if the tab is closed.
    fetch: (url, options) => fetch(url, { ...options, keepalive: true }),
  })
  await client.endSession({ id: 'current' }).catch((error) => {
    if (!isProblem(error, 'unauthenticated', 'not_found')) throw error
  })
}

const goneKey = `${ours}gone`

/** The address of the account that was deleted just before this page was loaded. */
export const deletedAccount = sessionStorage.getItem(goneKey)
sessionStorage.removeItem(goneKey)
