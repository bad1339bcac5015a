import { signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { ours } from '../device/base.ts'
import { go } from '../navigation/route.ts'
import { Trouble, useAttempt } from '../parts/field.tsx'
import { user } from '../session/session.ts'
import { AgentEntry, isAgent } from '../settings/agents.tsx'
import { refreshUser } from '../settings/fresh-user.ts'
import {
  type AccessOfAccount,
  endOtherAccess,
  isOnlyThisDevice,
  listAccess,
} from '../settings/other-access.ts'
import { PasskeyEntry } from '../settings/passkeys.tsx'
import { SessionEntry } from '../settings/sessions.tsx'
import { ApiTokenEntry } from '../settings/tokens/api-tokens.tsx'
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

/** Shown after an address change that was confirmed without a session of the account: former access still works. */
export function AccessReview() {
  const access = useSignal<AccessOfAccount | undefined>(undefined)
  const hasEnded = useSignal(false)
  const { busy, trouble, attempt } = useAttempt()
  const load = async () => {
    access.value = await listAccess()
  }
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
  const isAlone = access.value !== undefined && isOnlyThisDevice(access.value)
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
      {access.value && !isDone && <AccessLists {...access.value} />}
      <Trouble of={trouble} />
      <p class="outcome bad" role="status">
        {(hasEnded.value || trouble !== undefined) &&
          access.value &&
          !isAlone &&
          'Some access could not be removed. It is listed here: try again.'}
      </p>
      <div class="choices">
        {!isDone && (
          <button type="button" class="primary" aria-disabled={busy} onClick={end}>
            Remove all other access
          </button>
        )}
        <button type="button" class={isDone ? 'primary' : ''} onClick={endReview}>
          {isDone ? 'Continue to Inboard' : 'Leave everything as it is'}
        </button>
      </div>
    </Sheet>
  )
}

const AccessLists = ({ sessions, apiTokens, passkeys }: AccessOfAccount) => (
  <>
    <Part title="Devices">
      {sessions.map((session) => (
        <SessionEntry key={session.id} session={session} />
      ))}
    </Part>
    <Part title="Agents">
      {apiTokens.filter(isAgent).map((agent) => (
        <AgentEntry key={agent.id} agent={agent} />
      ))}
    </Part>
    <Part title="API tokens">
      {apiTokens
        .filter((token) => !isAgent(token))
        .map((token) => (
          <ApiTokenEntry key={token.id} token={token} />
        ))}
    </Part>
    <Part title="Passkeys">
      {passkeys.map((passkey) => (
        <PasskeyEntry key={passkey.id} passkey={passkey} />
      ))}
    </Part>
  </>
)

const Part = ({ title, children }: { title: string; children: ComponentChildren[] }) => (
  <section>
    <h2>{title}</h2>
    {children.length > 0 ? <ul class="entries">{children}</ul> : <p class="quiet">None.</p>}
  </section>
)
