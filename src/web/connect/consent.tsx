import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Scope } from '../../contract/access.ts'
import type {
  AuthorizationAnswer,
  AuthorizationDescription,
  AuthorizationRequest,
} from '../../contract/oauth.ts'
import { below } from '../device/base.ts'
import { Trouble, useAttempt } from '../parts/field.tsx'
import { api, isProblem } from '../session/api.ts'
import { ScopeChoice, within } from '../settings/tokens/scope-choice.tsx'
import { Sheet } from '../sign-in/sheet.tsx'
import { Account } from './account.tsx'
import { useConsidered } from './considered.ts'
import { SentBack } from './sent-back.tsx'

interface ConsentProps {
  request: AuthorizationRequest
  client: NonNullable<AuthorizationDescription['client']>
  asked: Scope
  redirectHost: string | null
  /** Where the browser is sent, for people. */
  place: string
}

export function Consent({ request, client, asked, redirectHost, place }: ConsentProps) {
  const scope = useSignal<Scope>(asked)
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
    >
      <div class="consent">
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
        <ScopeChoice
          legend="What it may do"
          scopes={within[asked]}
          scope={scope.value}
          onChoose={(chosen) => {
            scope.value = chosen
          }}
        />
        <p class="quiet">
          It can do this with its tools or through the API. It can’t sign in, and can’t see or change your
          account, your devices or other access. Its access lasts until you disconnect it in the settings.
        </p>
        <div class="choices">
          <button
            type="button"
            class="primary"
            aria-disabled={isDisabled}
            onClick={() => press(true, () => api.allowAuthorization({ ...request, scope: scope.value }))}
          >
            Allow {whom}
          </button>
          <button
            type="button"
            aria-disabled={isDisabled}
            onClick={() => press(false, () => api.refuseAuthorization(request))}
          >
            Refuse
          </button>
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
      </div>
    </Sheet>
  )
}
