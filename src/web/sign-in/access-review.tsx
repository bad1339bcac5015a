import { signal, useSignal } from '@preact/signals'
import { useLayoutEffect, useState } from 'preact/hooks'
import { ours } from '../device/base.ts'
import { go } from '../navigation/route.ts'
import { Trouble, useAttempt } from '../parts/field.tsx'
import { Button } from '../parts/icons.tsx'
import { api, refreshUser } from '../session/api.ts'
import { user } from '../session/session.ts'
import * as kinds from '../settings/access.tsx'
import { isAgent, listApiTokens, listPasskeys, listSessions, removed } from '../settings/access.tsx'
import { forgetPath, pathToReturnTo } from './links.ts'
import { Sheet } from './sheet.tsx'

const key = `${ours}review`
const accountToReview = signal(sessionStorage.getItem(key))

/** Call this before the session begins, which may reload the page. */
export function beginReview(userId: string): void {
  sessionStorage.setItem(key, userId)
  accountToReview.value = userId
}

export const isToBeReviewed = () => accountToReview.value !== null && accountToReview.value === user.value?.id

function endReview(): void {
  sessionStorage.removeItem(key)
  accountToReview.value = null
  go(pathToReturnTo(), { replace: true })
  forgetPath()
}

/** Everything that gives access to the account. */
async function listAccess() {
  const [sessions, apiTokens, passkeys] = await Promise.all([listSessions(), listApiTokens(), listPasskeys()])
  const isOnlyThisDevice = sessions.length <= 1 && apiTokens.length === 0 && passkeys.length === 0
  return { sessions, apiTokens, passkeys, isOnlyThisDevice }
}

type AccessOfAccount = Awaited<ReturnType<typeof listAccess>>

/**
 * Removes all access but the current session. Other sessions end first, because they could create tokens or passkeys, and once
 * more at the end, because a passkey could have started another one.
 */
async function endOtherAccess(): Promise<void> {
  await api.endOtherSessions()
  const { apiTokens, passkeys } = await listAccess()
  const outcomes = await Promise.allSettled([
    ...apiTokens.map(({ id }) => removed(api.revokeApiToken({ id }))),
    ...passkeys.map(({ id }) => removed(api.removePasskey({ id }))),
  ])
  await api.endOtherSessions()
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

/** Shown after an address change that was confirmed without a session of the account: former access still works. */
export function AccessReview() {
  const [access, setAccess] = useState<AccessOfAccount | undefined>()
  const hasEnded = useSignal(false)
  const { busy, trouble, attempt } = useAttempt()
  const load = async () => setAccess(await listAccess())
  const end = () =>
    attempt(async () => {
      try {
        await endOtherAccess()
        hasEnded.value = true
      } finally {
        await load()
        await refreshUser()
      }
    })
  useLayoutEffect(() => {
    attempt(load)
  }, [])
  const isAlone = access?.isOnlyThisDevice
  const isDone = hasEnded.value && isAlone
  return (
    <Sheet title={isDone ? 'Only this device is left' : 'Who else can use this account?'}>
      <p>
        {isDone ? (
          'All other devices are signed out, and all agents, API tokens and passkeys are removed.'
        ) : (
          <>
            Its address is now <strong>{user.value?.email}</strong>. Whoever could use it before still can.
            Remove all other access if you don’t recognize something here.
          </>
        )}
      </p>
      {access && !isDone && <AccessLists {...access} />}
      <Trouble of={trouble} />
      <p class="outcome bad" role="status">
        {(hasEnded.value || trouble !== undefined) &&
          isAlone === false &&
          'Some access could not be removed. It is listed here: try again.'}
      </p>
      <div class="bar choices">
        {!isDone && (
          <Button class="primary" aria-disabled={busy} onClick={end}>
            Remove all other access
          </Button>
        )}
        <Button class={isDone ? 'primary' : ''} onClick={endReview}>
          {isDone ? 'Continue to Inboard' : 'Leave everything as it is'}
        </Button>
      </div>
    </Sheet>
  )
}

const AccessLists = ({ sessions, apiTokens, passkeys }: AccessOfAccount) => (
  <>
    <Part title="Devices" kind={kinds.sessions} items={sessions} />
    <Part title="Agents" kind={kinds.agents} items={apiTokens.filter(isAgent)} />
    <Part title="API tokens" kind={kinds.apiTokens} items={apiTokens.filter((one) => !isAgent(one))} />
    <Part title="Passkeys" kind={kinds.passkeys} items={passkeys} />
  </>
)

const Part = <T extends { id: string }>({ title, ...entries }: kinds.EntriesProps<T> & { title: string }) => (
  <section>
    <h2>{title}</h2>
    <kinds.Entries {...entries} />
    {entries.items?.length === 0 && <p class="quiet">None.</p>}
  </section>
)
