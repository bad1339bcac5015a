import { appUrl } from '../device/base.ts'
import { Copyable } from '../parts/copyable.tsx'

/** Short lists stay on their line. */
const json = (server: object) =>
  JSON.stringify({ mcpServers: { inboard: server } }, null, 2).replaceAll(/\[\s+("\w+")\s+\]/g, '[$1]')
const token = 'YOUR_API_TOKEN'

const overHttp = () =>
  json({
    type: 'http',
    url: `${appUrl()}/mcp`,
    headers: { Authorization: `Bearer ${token}` },
  })

const asProgram = () =>
  json({
    command: 'inboard',
    args: ['mcp'],
    env: { INBOARD_URL: appUrl(), INBOARD_TOKEN: token },
  })

export const Agents = () => (
  <>
    <p class="quiet">
      An agent that speaks MCP can sort your inbox, plan your day or review a project with you. Create an API
      token for it above, with the access it needs. What it deletes goes to the bin, and you can revoke the
      token at any time.
    </p>
    <div class="made">
      <p>For an agent that connects to a URL:</p>
      <Copyable name="configuration" text={overHttp()} />
    </div>
    <details>
      <summary>For an agent that starts a program</summary>
      <div class="made">
        <p>
          The program is <code>inboard</code>, installed where the agent runs. After{' '}
          <code>inboard login</code> it needs no variables.
        </p>
        <Copyable name="configuration of the program" text={asProgram()} />
      </div>
    </details>
  </>
)
