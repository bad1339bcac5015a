import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import type { AuthorizationDescription, AuthorizationRequest } from '../../contract/oauth.ts'
import { below } from '../device/base.ts'
import { Trouble, useAttempt } from '../parts/field.tsx'
import { Button } from '../parts/icons.tsx'
import { listen } from '../parts/listen.ts'
import { api, isProblem } from '../session/api.ts'
import { Sheet } from '../sign-in/sheet.tsx'
import { Consent, placeIn, placeOf } from './consent.tsx'
import { useConsidered } from './considered.ts'
import '../styles/connect.css'

// `/authorize`: an agent asks for access, and a person decides. This file reads the request and says what is wrong with it;
// the question is in consent.tsx.

const members = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'state',
  'resource',
] as const satisfies (keyof AuthorizationRequest)[]

/** Reads the query. A parameter without a value counts as left out (RFC 6749 §3.1). */
function readRequest(): { request: AuthorizationRequest; repeated: string | undefined } {
  const query = new URLSearchParams(location.search)
  const request: AuthorizationRequest = {}
  for (const member of members) {
    const value = query.get(member)
    if (value) request[member] = value
  }
  // No client may send a parameter twice: each reader would believe another one.
  return { request, repeated: members.find((member) => query.getAll(member).length > 1) }
}

export function ConnectPage() {
  const [{ request, repeated }] = useState(readRequest)
  const [description, describe] = useState<AuthorizationDescription | undefined>()
  const { busy, trouble, attempt } = useAttempt()
  const isAsked = repeated === undefined && request.client_id !== undefined
  const look = () => attempt(async () => describe(await api.describeAuthorization(request)))
  useLayoutEffect(() => {
    if (!isAsked || description) return
    look()
    return listen(['online'], look)
  }, [description])

  if (repeated)
    return (
      <Refused title="This request is malformed">
        <p>
          It contains <code>{repeated}</code> twice. Start again from your agent, or tell its developer.
        </p>
      </Refused>
    )
  // Somebody has opened the page by hand, or the link was cut short.
  if (!isAsked)
    return (
      <Refused title="No agent is asking">
        <p>
          This page is for agents that want to be connected, and the link doesn’t say which one (
          <code>client_id</code>). Start again from your agent.
        </p>
      </Refused>
    )
  const isMalformed = isProblem(trouble, 'validation_failed')
  if (isMalformed || isProblem(trouble, 'oauth_client_invalid'))
    return (
      <Refused title={isMalformed ? 'This request is malformed' : 'This agent can’t be connected'}>
        <Trouble of={trouble} />
      </Refused>
    )
  if (isProblem(trouble, 'not_found'))
    return (
      <Refused title="Agents can’t connect here">
        <p>
          Whoever runs this server has turned this off. Your agent can use an API token instead, which you{' '}
          <a href={below('/settings')}>create in the settings</a>.
        </p>
      </Refused>
    )
  if (trouble !== undefined)
    return (
      <Sheet title="The agent could not be looked up">
        <Trouble of={trouble} />
        {!navigator.onLine && <p>This page continues by itself once you are online.</p>}
        <Button class="primary" aria-disabled={busy} onClick={look}>
          Try again
        </Button>
      </Sheet>
    )
  if (!description)
    return (
      <Sheet title="Connect an agent">
        <p class="loading quiet">Looking up the agent…</p>
      </Sheet>
    )
  const { client, scope, redirect_host = null, redirect_scheme, error, redirect_to } = description
  if (!client || !scope) return <Misdirected error={error ?? ''} redirectTo={redirect_to ?? ''} />
  const place = placeOf(redirect_host, redirect_scheme)
  return (
    <Consent request={request} client={client} asked={scope} place={place} redirectHost={redirect_host} />
  )
}

/** A request that is answered to nobody, because its sender can't be trusted or isn't known yet. */
const Refused = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <Sheet title={title}>
    {children}
    <p class="quiet">Nothing was allowed. You can close this page.</p>
  </Sheet>
)

/** By the codes of RFC 6749 §4.1.2.1 and RFC 8707. */
const mistakes: Record<string, string> = {
  invalid_request: 'Its request is incomplete or malformed.',
  invalid_scope: 'It asks for a kind of access that Inboard doesn’t have.',
  invalid_target: 'It asks for access to a different server.',
  unsupported_response_type: 'It asks for a kind of answer that Inboard doesn’t give.',
}

/** A mistake of the agent, which it can be told. */
function Misdirected({ error, redirectTo }: { error: string; redirectTo: string }) {
  const { isConsidered, whenConsidered } = useConsidered()
  return (
    <Sheet title="The agent made a mistake">
      <p>{mistakes[error] ?? 'Its request can’t be answered.'} Nothing was allowed.</p>
      <p class="quiet">
        If you go back, the agent gets the error <code>{error}</code>. You can also close this page.
      </p>
      <Button
        class="primary"
        aria-disabled={!isConsidered.value}
        onClick={() => whenConsidered(() => location.replace(redirectTo))}
      >
        Go back to {placeIn(redirectTo)}
      </Button>
    </Sheet>
  )
}
