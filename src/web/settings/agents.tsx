import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import type { ApiToken } from '../../contract/access.ts'
import { appUrl, below } from '../device/base.ts'
import { Copyable } from '../parts/copyable.tsx'
import { agents, Entries, isAgent, type Listing } from './access.tsx'

export function Agents({ tokens }: { tokens: Listing<ApiToken> }) {
  const url = useAgentUrl()
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
      {tokens.failure}
      <Entries kind={agents} items={tokens.items.value?.filter(isAgent)} listing={tokens} />
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
