import { removed } from '../parts/entry.tsx'
import { api } from '../session/api.ts'
import { listPasskeys } from './passkeys.tsx'
import { listSessions } from './sessions.tsx'
import { listApiTokens } from './tokens/api-tokens.tsx'

/** Everything that gives access to the account. */
export async function listAccess() {
  const [sessions, apiTokens, passkeys] = await Promise.all([listSessions(), listApiTokens(), listPasskeys()])
  return { sessions, apiTokens, passkeys }
}

export type AccessOfAccount = Awaited<ReturnType<typeof listAccess>>

export const isOnlyThisDevice = ({ sessions, apiTokens, passkeys }: AccessOfAccount) =>
  sessions.length <= 1 && apiTokens.length === 0 && passkeys.length === 0

/**
 * Removes all access but the current session. Other sessions end first, because they could create tokens or passkeys, and once
 * more at the end, because a passkey could have started another one.
 */
export async function endOtherAccess(): Promise<void> {
  await api.endOtherSessions()
  const { apiTokens, passkeys } = await listAccess()
  const outcomes = await Promise.allSettled([
    ...apiTokens.map(({ id }) => removed(api.revokeApiToken({ id }))),
    ...passkeys.map(({ id }) => removed(api.removePasskey({ id }))),
  ])
  await api.endOtherSessions()
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
