import { useSignal } from '@preact/signals'
import { useRef, useState } from 'preact/hooks'
import type { Scope } from '../../contract/access.ts'
import type {
  AuthorizationAnswer,
  AuthorizationDescription,
  AuthorizationRequest,
} from '../../contract/oauth.ts'
import { base, below } from '../device/base.ts'
import { Trouble, useAttempt } from '../parts/field.tsx'
import { Button } from '../parts/icons.tsx'
import { api, isProblem } from '../session/api.ts'
import { user } from '../session/session.ts'
import { signOut } from '../session/sign-out.ts'
import { ScopeChoice, within } from '../settings/scope-choice.tsx'
import { Sheet } from '../sign-in/sheet.tsx'
import { countDrafts } from '../state/drafts.ts'
import { openStore, readUnwritten } from '../store/store.ts'
import { useConsidered } from './considered.ts'

/** As RFC 8252 names the device itself. */
const loopback = /^(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d+)?$/

/** Names the place to which the browser is sent. Without a host, the system hands the URL to a program by its scheme. */
export function placeOf(host: string | null, scheme?: string): string {
  if (host !== null && !loopback.test(host)) return host
  return scheme ? `a program that opens ${scheme}:` : 'a program on this device'
}

/** The same, by the URL. */
export function placeIn(url: string): string {
  const { protocol, host } = new URL(url)
  return /^https?:$/.test(protocol) ? placeOf(host) : placeOf(null, protocol.slice(0, -1))
}

interface ConsentProps {
  request: AuthorizationRequest
  client: NonNullable<AuthorizationDescription['client']>
  asked: Scope
  redirectHost: string | null
  /** The place to which the browser is sent, for people. */
  place: string
}

export function Consent({ request, client, asked, redirectHost, place }: ConsentProps) {
  const [scope, setScope] = useState<Scope>(asked)
  const answer = useSignal<{ isAllowed: boolean; redirectTo: string } | undefined>(undefined)
  const whomEnd = useRef<HTMLElement>(null)
  const { isConsidered, whenConsidered } = useConsidered(whomEnd)
  const { busy, trouble, attempt } = useAttempt()
  function press(isAllowed: boolean, send: () => Promise<AuthorizationAnswer>): void {
    whenConsidered(() =>
      attempt(async () => {
        const { redirect_to } = await send()
        answer.value = { isAllowed, redirectTo: redirect_to }
        location.replace(redirect_to)
      }),
    )
  }
  if (answer.value) return <SentBack {...answer.value} />
  const whom = client.host ?? place
  const isDisabled = busy || !isConsidered.value
  return (
    <Sheet
      title={client.host ? 'Connect an agent?' : 'Connect an agent that sends you to'}
      whom={whom}
      whomEnd={whomEnd}
      class="consent"
    >
      <p class="claim">
        It calls itself{' '}
        <q>
          <bdi title={client.name}>{client.name}</bdi>
        </q>
      </p>
      {client.host ? (
        <>
          <p class="quiet small">
            Its document is at{' '}
            <code>
              {client.host}
              {new URL(request.client_id ?? '').pathname}
            </code>
            .
          </p>
          {redirectHost !== client.host && (
            <p>
              You will be sent to <strong>{place}</strong>.
            </p>
          )}
        </>
      ) : (
        <p class="warning">
          Nobody vouches for this agent. Any program can use that name, so continue only if you have just
          asked for this yourself.
        </p>
      )}
      <Account />
      <ScopeChoice legend="What it may do" scopes={within[asked]} scope={scope} onChoose={setScope} />
      <p class="quiet">
        It can do this with its tools or through the API. It can’t sign in, and can’t see or change your
        account, your devices or other access. Its access lasts until you disconnect it in the settings.
      </p>
      <div class="bar choices">
        <Button
          class="primary"
          aria-disabled={isDisabled}
          onClick={() => press(true, () => api.allowAuthorization({ ...request, scope }))}
        >
          Allow {whom}
        </Button>
        <Button
          aria-disabled={isDisabled}
          onClick={() => press(false, () => api.refuseAuthorization(request))}
        >
          Refuse
        </Button>
      </div>
      <Trouble of={trouble} />
      {isProblem(trouble, 'token_limit_reached') && (
        <p>
          <a href={below('/settings')} target="_blank" rel="noopener">
            Open the settings
          </a>
          , remove what you no longer use, then press Allow again.
        </p>
      )}
    </Sheet>
  )
}

/** Says whose boards the agent would get, and offers to choose others. */
function Account() {
  const wouldLose = useSignal(false)
  const { busy, attempt } = useAttempt()
  const change = () =>
    attempt(async () => {
      wouldLose.value = user.value !== undefined && (await hasKeptWork(user.value.id))
      if (!wouldLose.value) await signOut(location.pathname + location.search)
    })
  return (
    <div>
      <p class="quiet">
        You are signed in as <strong>{user.value?.email}</strong>.{' '}
        <Button class="link" aria-disabled={busy} onClick={change}>
          Use another account
        </Button>
      </p>
      <p class="outcome" role="status">
        {wouldLose.value && (
          <>
            What you changed or typed on this device is not sent yet, and would be lost.{' '}
            <a href={base} target="_blank" rel="noopener">
              Open Inboard
            </a>{' '}
            first, sign out there, and this page asks whom to sign in.
          </>
        )}
      </p>
    </div>
  )
}

/** True if this device has unsent changes or drafts of a user. */
async function hasKeptWork(userId: string): Promise<boolean> {
  if (countDrafts(userId) > 0) return true
  if (readUnwritten(userId).waiting.length > 0) return true
  try {
    const store = await openStore(userId)
    const { waiting, refused } = await store.readOutbox()
    store.close()
    return refused.length > 0 || waiting.some(({ seq }) => seq === undefined)
  } catch {
    // No storage in this browser.
    return false
  }
}

/** Stays if the browser hands the URL to a program. */
const SentBack = ({ isAllowed, redirectTo }: { isAllowed: boolean; redirectTo: string }) => (
  <Sheet title={isAllowed ? 'Allowed' : 'Refused'}>
    <p>
      You are being sent back to {placeIn(redirectTo)}
      {isAllowed ? ', which completes the connection.' : '.'}
    </p>
    {!/^https?:/.test(redirectTo) && (
      <p>
        <a href={redirectTo}>Open the program</a>, if it doesn’t open by itself.
      </p>
    )}
    <p class="quiet">You can close this tab.</p>
  </Sheet>
)
