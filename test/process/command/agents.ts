import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Client } from '../../../src/client/client.ts'
import type { Agent, Era } from '../../support/agents/agent.ts'
import { agentBy } from '../../support/agents/agent-program.ts'
import { cleanUp, program, root } from '../../support/processes/process.ts'
import { inboard } from '../../support/service/shared.ts'

/** Agents that `inboard mcp` serves, for the tests of a file; they all work for one person. */
export function startAgents() {
  const at = {} as { client: Client }
  const agents: Agent[] = []
  beforeAll(async () => {
    at.client = (await inboard.signIn()).client
  })
  afterAll(async () => {
    await Promise.all(agents.map((agent) => agent.close()))
    cleanUp()
  })
  return Object.assign(at, {
    async start(scope: 'capture' | 'read' | 'write', url = inboard.url, era?: Era) {
      const { token, api_token } = await at.client.makeApiToken({ label: 'Agent', scope })
      const agent = await agentBy(
        program,
        {
          INBOARD_URL: url,
          INBOARD_TOKEN: token,
          NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
        },
        era,
      )
      agents.push(agent)
      const revoke = () => at.client.revokeApiToken({ id: api_token.id })
      return { agent, revoke }
    },
  })
}
