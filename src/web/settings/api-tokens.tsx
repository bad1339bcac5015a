import { useSignal } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ApiToken, MadeApiToken, Scope } from '../../contract/access.ts'
import { appUrl, below } from '../device/base.ts'
import { Copyable } from '../parts/copyable.tsx'
import { Day, LastUse } from '../parts/day.tsx'
import { Entry, Removal } from '../parts/entry.tsx'
import { Field, Form, useAttempt } from '../parts/field.tsx'
import { focusSection } from '../parts/section.tsx'
import type { Listing } from '../parts/use-listing.tsx'
import { api } from '../session/api.ts'
import { isAgent } from './agents.tsx'
import { powers, ScopeChoice, within } from './scope-choice.tsx'

export const listApiTokens = async () => (await api.listApiTokens()).api_tokens

export function ApiTokens({ tokens: { items, change, drop, failure } }: { tokens: Listing<ApiToken> }) {
  const [wanted, setWanted] = useState(wantedToken)
  const step = useSignal<'list' | 'new' | MadeApiToken>(wanted ? 'new' : 'list')
  const backToList = () => {
    forgetWantedToken()
    setWanted(undefined)
    focusSection()
    step.value = 'list'
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
                onGone={() => drop(token, `${token.label} was revoked.`)}
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

export function ApiTokenEntry({ token, children }: { token: ApiToken; children?: ComponentChildren }) {
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
  const make = () =>
    attempt(async () =>
      onMade(
        await api.makeApiToken({
          label: label.value,
          scope: scope.value,
          expires_at: expiryAfter(lives[life.value]),
        }),
      ),
    )
  return (
    <Form form={form} verb="Create API token" busy={busy} onSubmit={make} onCancel={onCancel}>
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
    </Form>
  )
}

const tries = {
  read: '/api/projects',
  capture: `/api/inbox/cards -H "Content-Type: application/json" -d '{"text": "Water the plants"}'`,
}

function MadeToken({ made: { token, api_token }, onDone }: { made: MadeApiToken; onDone: () => void }) {
  const attempt = api_token.scope === 'read' ? tries.read : tries.capture
  return (
    <Made
      sentence={
        <>
          <strong dir="auto">{api_token.label}</strong> is ready. Copy the API token now: it is not shown
          again.
        </>
      }
      onDone={onDone}
    >
      <Copyable name="API token" text={token} />
      <p>Try it in a shell:</p>
      <Copyable name="command" text={`curl -H "Authorization: Bearer ${token}" ${appUrl()}${attempt}`} />
    </Made>
  )
}

interface MadeProps {
  /** Takes the focus, so that it is read aloud. */
  sentence: ComponentChildren
  onDone: () => void
  children: ComponentChildren
}

/** Shows a secret, which nobody can see again. */
export function Made({ sentence, onDone, children }: MadeProps) {
  const first = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => first.current?.focus(), [])
  return (
    <div class="made">
      <p ref={first} tabIndex={-1}>
        {sentence}
      </p>
      {children}
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

/** The API token that a program proposes through the URL. Only the person can create it. */
interface WantedToken {
  label: string
  scope: Scope
}

const scopes: readonly Scope[] = ['capture', 'read', 'write']

function wantedToken(): WantedToken | undefined {
  const query = new URLSearchParams(location.search)
  const label = query.get('new-token')
  if (label === null) return undefined
  return { label: label.slice(0, 100), scope: scopes.find((one) => one === query.get('scope')) ?? 'capture' }
}

/** Called once it is created or declined, so that a reload does not propose it again. */
function forgetWantedToken(): void {
  if (wantedToken()) history.replaceState(history.state, '', location.pathname)
}
