import { useSignal } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ApiToken, MadeApiToken, Scope } from '../../../contract/access.ts'
import { appUrl, below } from '../../device/base.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { Day, LastUse } from '../../parts/day.tsx'
import { Entry, Removal } from '../../parts/entry.tsx'
import { Field, useAttempt } from '../../parts/field.tsx'
import { focusSection } from '../../parts/section.tsx'
import type { Listing } from '../../parts/use-listing.tsx'
import { api } from '../../session/api.ts'
import { announce } from '../../state/notices.ts'
import { isAgent } from '../agents.tsx'
import { powers } from './powers.ts'
import { ScopeChoice, within } from './scope-choice.tsx'
import { forgetWantedToken, type WantedToken, wantedToken } from './wanted-api-token.ts'

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

const lives = { '30 days': 30, '90 days': 90, '1 year': 365, Never: undefined }
type Life = keyof typeof lives

const dayInMs = 24 * 60 * 60_000
const expiryAfter = (days: number | undefined) =>
  days === undefined ? null : new Date(Date.now() + days * dayInMs).toISOString()

interface NewTokenProps {
  /** The initial values of the form. */
  wanted: WantedToken | undefined
  onMade: (made: MadeApiToken) => void
  onCancel: () => void
}

function NewToken({ wanted, onMade, onCancel }: NewTokenProps) {
  const id = useId()
  const label = useSignal(wanted?.label ?? '')
  const scope = useSignal<Scope>(wanted?.scope ?? 'capture')
  const life = useSignal<Life>('1 year')
  const { busy, trouble, attempt } = useAttempt()
  const form = useRef<HTMLFormElement>(null)
  useKeptInView(form, wanted !== undefined)
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        attempt(async () =>
          onMade(
            await api.makeApiToken({
              label: label.value,
              scope: scope.value,
              expires_at: expiryAfter(lives[life.value]),
            }),
          ),
        )
      }}
    >
      <Field
        label="Name"
        text={label.value}
        onText={(text) => {
          label.value = text
        }}
        trouble={trouble}
        input={{ maxLength: 100, autocomplete: 'off', placeholder: 'Shell on the laptop' }}
      />
      <ScopeChoice
        legend="Access"
        scopes={within.write}
        scope={scope.value}
        onChoose={(chosen) => {
          scope.value = chosen
        }}
      />
      <div class="field">
        <label for={id}>Expires</label>
        <select
          id={id}
          value={life.value}
          onChange={(event) => {
            life.value = event.currentTarget.value as Life
          }}
        >
          {Object.keys(lives).map((one) => (
            <option key={one} value={one}>
              {lives[one as Life] ? `In ${one}` : one}
            </option>
          ))}
        </select>
      </div>
      <div class="choices">
        <button type="submit" class="primary" aria-disabled={busy}>
          Create API token
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}

const tries = {
  read: '/api/projects',
  capture: `/api/inbox/cards -H "Content-Type: application/json" -d '{"text": "Water the plants"}'`,
}

interface MadeTokenProps {
  made: MadeApiToken
  onDone: () => void
}

function MadeToken({ made: { token, api_token }, onDone }: MadeTokenProps) {
  const sentence = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => sentence.current?.focus(), [])
  const attempt = api_token.scope === 'read' ? tries.read : tries.capture
  return (
    <div class="made">
      <p ref={sentence} tabIndex={-1}>
        <strong dir="auto">{api_token.label}</strong> is ready. Copy the API token now: it is not shown again.
      </p>
      <Copyable name="API token" text={token} />
      <p>Try it in a shell:</p>
      <Copyable name="command" text={`curl -H "Authorization: Bearer ${token}" ${appUrl()}${attempt}`} />
      <button type="button" onClick={onDone}>
        Done
      </button>
    </div>
  )
}

const signs = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Keeps an element in view while lists above it load, until the person does something. */
function useKeptInView(element: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useLayoutEffect(() => {
    const page = element.current?.closest('.settings')
    if (!isWanted || !page) return
    const observer = new ResizeObserver(() => element.current?.scrollIntoView({ block: 'nearest' }))
    const stop = () => {
      observer.disconnect()
      for (const sign of signs) removeEventListener(sign, stop)
    }
    for (const sign of signs) addEventListener(sign, stop, { passive: true })
    observer.observe(page)
    return stop
  }, [])
}
