import { expect } from 'vitest'
import type { Client } from '../../../src/client/client.ts'
import type { Scope } from '../../../src/contract/access.ts'
import { inboard } from '../service/shared.ts'
import { type Agent, connectAgent, type Era } from './agent.ts'

const agents: Agent[] = []

/** Call it in `afterEach` if you use `somebody`. */
export async function closeAgents(): Promise<void> {
  for (const agent of agents.splice(0)) await agent.close()
}

interface Somebody {
  client: Client
  agent: Agent
  token: string
}

/** A person with an agent that has their API token, or their session. */

export async function somebody(scope: Scope | 'session' = 'write', era?: Era): Promise<Somebody> {
  const { client, token: session } = await inboard.signIn()
  const token = scope === 'session' ? session : (await client.makeApiToken({ label: 'Agent', scope })).token
  const agent = await connectAgent(inboard.url, token, era)
  agents.push(agent)
  return { client, agent, token }
}

/** A project with one card in each column, and two in the inbox. */
export async function furnish({ agent }: Somebody): Promise<void> {
  const { isError, text } = await agent.use('add', {
    projects: ['Garden'],
    cards: [
      { text: 'Buy milk' },
      { text: 'Call the dentist\nBefore noon' },
      { text: 'Prune the apple tree', to: 'Garden' },
      { text: 'Build a bird house', to: 'Garden/Doing' },
      { text: 'Sow carrots', to: 'garden/done', complete: true },
    ],
  })
  expect([isError, text]).toEqual([false, expect.stringContaining('Added project')])
}
