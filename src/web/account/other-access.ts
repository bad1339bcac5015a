import { api } from '../api.ts'
import { listApiTokens } from './api-tokens.tsx'
import { removed } from './entry.tsx'
import { listPasskeys } from './passkeys.tsx'
import { listSessions } from './sessions.tsx'

/** Everything that lets anyone use the account. */
export async function listAccess() {
  const [sessions, apiTokens, passkeys] = await Promise.all([listSessions(), listApiTokens(), listPasskeys()])
  return { sessions, apiTokens, passkeys }
}

export type AccessOfAccount = Awaited<ReturnType<typeof listAccess>>

export const isOnlyThisDevice = ({ sessions, apiTokens, passkeys }: AccessOfAccount) =>
  sessions.length <= 1 && apiTokens.length === 0 && passkeys.length === 0

/**
 * Ends everything but the current session. Other sessions are ended first, because they could make more of the rest,
 * and once more at the end, because a passkey could have begun another meanwhile.
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
