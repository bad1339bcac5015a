import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { ApiToken, MadeApiToken, Scope } from '../../contract/access.ts'
import { appUrl, below } from '../device/base.ts'
import { Copyable } from '../parts/copyable.tsx'
import { Form, ReadAloud } from '../parts/field.tsx'
import { Button } from '../parts/icons.tsx'
import { Opening } from '../parts/section.tsx'
import { api } from '../session/api.ts'
import { apiTokens, Entries, isAgent, type Listing } from './access.tsx'
import { ScopeChoice, within } from './scope-choice.tsx'

export function ApiTokens({ tokens }: { tokens: Listing<ApiToken> }) {
  const [wanted, setWanted] = useState(wantedToken)
  const shown = tokens.items.value?.filter((token) => !isAgent(token))
  return (
    <>
      <p class="quiet">
        For scripts, shortcuts and agents that work with your cards{' '}
        <a href={below('/docs')}>through the API</a>. No API token can see or change your account.
      </p>
      {tokens.failure}
      <Entries kind={apiTokens} items={shown} listing={tokens} />
      {(shown || wanted) && (
        <Opening button="Create API token" isOpen={wanted !== undefined}>
          {(close) => (
            <NewToken
              wanted={wanted}
              tokens={tokens}
              onDone={() => {
                forgetWantedToken()
                setWanted(undefined)
                close()
              }}
            />
          )}
        </Opening>
      )}
    </>
  )
}

const lives = { '30 days': 30, '90 days': 90, '1 year': 365, Never: undefined }
type Life = keyof typeof lives

const dayInMs = 24 * 60 * 60_000
const expiryAfter = (days: number | undefined) =>
  days === undefined ? null : new Date(Date.now() + days * dayInMs).toISOString()

interface NewTokenProps {
  wanted: WantedToken | undefined
  tokens: Listing<ApiToken>
  onDone: () => void
}

function NewToken({ wanted, tokens, onDone }: NewTokenProps) {
  const id = useId()
  const [scope, setScope] = useState<Scope>(wanted?.scope ?? 'capture')
  const [life, setLife] = useState<Life>('1 year')
  const [made, setMade] = useState<MadeApiToken | undefined>()
  const make = async (label: string) => {
    const token = await api.makeApiToken({ label, scope, expires_at: expiryAfter(lives[life]) })
    forgetWantedToken()
    setMade(token)
    await tokens.reload()
  }
  if (made) return <MadeToken made={made} onDone={onDone} />
  return (
    <Form
      label="Name"
      initially={wanted?.label ?? ''}
      input={{ maxLength: 100, autocomplete: 'off', placeholder: 'Shell on the laptop' }}
      verb="Create API token"
      onSubmit={make}
      onCancel={onDone}
    >
      <ScopeChoice legend="Access" scopes={within.write} scope={scope} onChoose={setScope} />
      <div class="field">
        <label for={id}>Expires</label>
        <select id={id} value={life} onChange={(event) => setLife(event.currentTarget.value as Life)}>
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
  sentence: ComponentChildren
  onDone: () => void
  children: ComponentChildren
}

/** Shows a secret, which nobody can see again. */
export const Made = ({ sentence, onDone, children }: MadeProps) => (
  <div class="made">
    <ReadAloud>{sentence}</ReadAloud>
    {children}
    <Button onClick={onDone}>Done</Button>
  </div>
)

/** The API token that a program proposes through the URL. Only the person can create it. */
interface WantedToken {
  label: string
  scope: Scope
}

export function wantedToken(): WantedToken | undefined {
  const query = new URLSearchParams(location.search)
  const label = query.get('new-token')
  if (label === null) return undefined
  return {
    label: label.slice(0, 100),
    scope: within.write.find((one) => one === query.get('scope')) ?? 'capture',
  }
}

/** Called once it is created or declined, so that a reload does not propose it again. */
function forgetWantedToken(): void {
  if (wantedToken()) history.replaceState(history.state, '', location.pathname)
}
