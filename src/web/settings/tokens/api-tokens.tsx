import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { ApiToken, MadeApiToken } from '../../../contract/access.ts'
import { below } from '../../device/base.ts'
import { Day, LastUse } from '../../parts/day.tsx'
import { Entry, Removal } from '../../parts/entry.tsx'
import { focusSection } from '../../parts/section.tsx'
import type { Listing } from '../../parts/use-listing.tsx'
import { api } from '../../session/api.ts'
import { announce } from '../../state/notices.ts'
import { isAgent } from '../agents.tsx'
import { MadeToken } from './made-api-token.tsx'
import { NewToken } from './new-api-token.tsx'
import { powers } from './powers.ts'
import { forgetWantedToken, wantedToken } from './wanted-api-token.ts'

export const listApiTokens = async () => (await api.listApiTokens()).api_tokens

export function ApiTokens({ tokens: { items, change, failure } }: { tokens: Listing<ApiToken> }) {
  const [wanted, setWanted] = useState(wantedToken)
  const step = useSignal<'list' | 'new' | MadeApiToken>(wanted ? 'new' : 'list')
  const backToList = () => {
    forgetWantedToken()
    setWanted(undefined)
    focusSection()
    step.value = 'list'
  }
  function forget(gone: ApiToken) {
    focusSection()
    change((now) => now.filter(({ id }) => id !== gone.id))
    announce(`${gone.label} was revoked.`)
  }
  const shown = items.value?.filter((token) => !isAgent(token)) ?? []
  return (
    <>
      <p class="quiet">
        For scripts, shortcuts and agents that work with your cards{' '}
        <a href={below('/docs')}>through the API</a>. No API token can see or change your account.
      </p>
      {failure}
      {shown.length > 0 && (
        <ul class="entries">
          {shown.map((token) => (
            <ApiTokenEntry key={token.id} token={token}>
              <Removal
                name={`Revoke ${token.label}`}
                consequence="Whatever uses it stops working at once."
                verb="Revoke API token"
                remove={() => api.revokeApiToken({ id: token.id })}
                onGone={() => forget(token)}
              />
            </ApiTokenEntry>
          ))}
        </ul>
      )}
      {step.value === 'list' ? (
        items.value && (
          <button
            type="button"
            onClick={() => {
              step.value = 'new'
            }}
          >
            Create API token
          </button>
        )
      ) : step.value === 'new' ? (
        <NewToken
          wanted={wanted}
          onMade={(made) => {
            forgetWantedToken()
            change((now) => [made.api_token, ...now])
            step.value = made
          }}
          onCancel={backToList}
        />
      ) : (
        <MadeToken made={step.value} onDone={backToList} />
      )}
    </>
  )
}

interface ApiTokenEntryProps {
  token: ApiToken
  children?: ComponentChildren
}

export function ApiTokenEntry({ token, children }: ApiTokenEntryProps) {
  const { label, scope, last_used_at, expires_at } = token
  const isOver = expires_at !== null && Date.parse(expires_at) <= Date.now()
  return (
    <Entry
      icon="code"
      title={label}
      details={
        <>
          {powers[scope]} · <LastUse at={last_used_at} /> ·{' '}
          {expires_at ? (
            <>
              {isOver ? 'expired' : 'expires'} <Day of={expires_at} />
            </>
          ) : (
            'never expires'
          )}
        </>
      }
    >
      {children}
    </Entry>
  )
}
