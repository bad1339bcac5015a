import { type ReadonlySignal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import type { ApiToken } from '../../contract/access.ts'
import { appUrl, below } from '../device/base.ts'
import { Copyable } from '../parts/copyable.tsx'
import { Day, LastUse } from '../parts/day.tsx'
import { Entry, removed } from '../parts/entry.tsx'
import { Trouble, useAttempt } from '../parts/field.tsx'
import type { Listing } from '../parts/use-listing.tsx'
import { api } from '../session/api.ts'
import { powers } from './scope-choice.tsx'

/** An API token that a person allowed an agent to have. */
export const isAgent = ({ client }: ApiToken) => client !== null

export function Agents({ tokens: { items, drop, failure } }: { tokens: Listing<ApiToken> }) {
  const agents = items.value?.filter(isAgent) ?? []
  const url = useAgentUrl()
  const { busy, trouble, attempt } = useAttempt()
  const disconnect = (agent: ApiToken) =>
    attempt(async () => {
      await removed(api.revokeApiToken({ id: agent.id }))
      drop(agent, `${nameOf(agent)} was disconnected.`)
    })
  return (
    <>
      <p class="quiet">
        Connect an MCP agent to sort your inbox, plan your day or review a project with you.{' '}
        {url.value
          ? 'Give it this URL, and Inboard asks you what it may do.'
          : 'On this server it needs an API token.'}{' '}
        Anything it deletes goes to the bin.
      </p>
      {url.value && (
        <div class="made">
          <Copyable name="agent URL" text={url.value} />
        </div>
      )}
      {failure}
      {agents.length > 0 && (
        <ul class="entries">
          {agents.map((agent) => (
            <AgentEntry key={agent.id} agent={agent}>
              <button
                type="button"
                aria-label={`Disconnect ${nameOf(agent)}`}
                aria-disabled={busy}
                onClick={() => disconnect(agent)}
              >
                Disconnect
              </button>
            </AgentEntry>
          ))}
        </ul>
      )}
      <Trouble of={trouble} />
      <details>
        <summary>Agents that use an API token</summary>
        <div class="made">
          <p>Create one under “API tokens”, with the access it needs, and put it into its configuration:</p>
          <Copyable name="configuration" text={overHttp()} />
        </div>
      </details>
      <details>
        <summary>Agents that run a local command</summary>
        <div class="made">
          <p>
            Install <code>inboard</code> on the agent’s machine; your server needn’t be on the internet. After{' '}
            <code>inboard login</code> you can leave out <code>env</code>.
          </p>
          <Copyable name="configuration of the program" text={asProgram()} />
        </div>
      </details>
    </>
  )
}

const nameOf = ({ label, client }: ApiToken) => client?.name ?? label

export const AgentEntry = ({ agent, children }: { agent: ApiToken; children?: ComponentChildren }) => (
  <Entry
    icon="link"
    title={nameOf(agent)}
    details={
      <>
        {agent.client?.host ?? 'Nobody vouches for it'} · {powers[agent.scope]} · since{' '}
        <Day of={agent.created_at} /> · <LastUse at={agent.last_used_at} />
      </>
    }
  >
    {children}
  </Entry>
)

/** Short lists stay on their line. */
const json = (server: object) =>
  JSON.stringify({ mcpServers: { inboard: server } }, null, 2).replaceAll(/\[\s+("\w+")\s+\]/g, '[$1]')
const token = 'YOUR_API_TOKEN'

const overHttp = () =>
  json({ type: 'http', url: `${appUrl()}/mcp`, headers: { Authorization: `Bearer ${token}` } })

const asProgram = () =>
  json({ command: 'inboard', args: ['mcp'], env: { INBOARD_URL: appUrl(), INBOARD_TOKEN: token } })

/**
 * The URL to give to an agent, as the server names it (RFC 9728): clients refuse another spelling of the same address.
 * Null if the server lets no agent connect itself.
 */
function useAgentUrl(): ReadonlySignal<string | null> {
  const url = useSignal<string | null>(`${appUrl()}/mcp`)
  useLayoutEffect(() => {
    const look = async () => {
      const response = await fetch(below('/.well-known/oauth-protected-resource'))
      if (response.ok) url.value = (await response.json()).resource
      if (response.status === 404) url.value = null
    }
    // Offline it is most probably where the page came from.
    look().catch(() => {})
  }, [])
  return url
}
