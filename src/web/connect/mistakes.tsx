import type { ComponentChildren } from 'preact'
import { below } from '../device/base.ts'
import { Trouble } from '../parts/field.tsx'
import { isProblem } from '../session/api.ts'
import { Sheet } from '../sign-in/sheet.tsx'
import { useConsidered } from './considered.ts'
import { placeIn } from './places.ts'

/** A request that is answered to nobody, because whoever sent it can't be trusted or isn't known yet. */
const Refused = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <Sheet title={title}>
    {children}
    <p class="quiet">Nothing was allowed. You can close this page.</p>
  </Sheet>
)

export const Repeated = ({ parameter }: { parameter: string }) => (
  <Refused title="This request is malformed">
    <p>
      It contains <code>{parameter}</code> twice. Start again from your agent, or tell its developer.
    </p>
  </Refused>
)

/** Somebody has opened the page by hand, or the link was cut short. */
export const Unasked = () => (
  <Refused title="No agent is asking">
    <p>
      This page is for agents that want to be connected, and the link doesn’t say which one (
      <code>client_id</code>). Start again from your agent.
    </p>
  </Refused>
)

interface UnreadableProps {
  trouble: unknown
  busy: boolean
  look: () => void
}

/** The server could not be asked, or does not say who asks. */
export function Unreadable({ trouble, busy, look }: UnreadableProps) {
  if (isProblem(trouble, 'oauth_client_invalid'))
    return (
      <Refused title="This agent can’t be connected">
        <Trouble of={trouble} />
      </Refused>
    )
  if (isProblem(trouble, 'validation_failed'))
    return (
      <Refused title="This request is malformed">
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
  return (
    <Sheet title="The agent could not be looked up">
      <Trouble of={trouble} />
      {!navigator.onLine && <p>This page continues by itself once you are online.</p>}
      <button type="button" class="primary" aria-disabled={busy} onClick={look}>
        Try again
      </button>
    </Sheet>
  )
}

/** By the codes of RFC 6749 §4.1.2.1 and RFC 8707. */
const mistakes: Record<string, string> = {
  invalid_request: 'Its request is incomplete or malformed.',
  invalid_scope: 'It asks for a kind of access that Inboard doesn’t have.',
  invalid_target: 'It asks for access to a different server.',
  unsupported_response_type: 'It asks for a kind of answer that Inboard doesn’t give.',
}

/** A mistake of the agent, which it can be told. */
export function Misdirected({ error, redirectTo }: { error: string; redirectTo: string }) {
  const { isConsidered, whenConsidered } = useConsidered()
  const place = placeIn(redirectTo)
  return (
    <Sheet title="The agent made a mistake">
      <p>{mistakes[error] ?? 'Its request can’t be answered.'} Nothing was allowed.</p>
      <p class="quiet">
        If you go back, the agent gets the error <code>{error}</code>. You can also close this page.
      </p>
      <button
        type="button"
        class="primary"
        aria-disabled={!isConsidered.value}
        onClick={() => whenConsidered(() => location.replace(redirectTo))}
      >
        Go back to {place}
      </button>
    </Sheet>
  )
}
