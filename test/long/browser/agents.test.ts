import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { configurations } from '../../browser/agents/configuration.ts'
import { connectAgent } from '../../support/agents/agent.ts'
import { agentBy } from '../../support/agents/agent-program.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { cleanUp, root } from '../../support/processes/process.ts'

const browsing = browseInTests()
afterAll(cleanUp)

test('the lines that the settings show connect an agent', async () => {
  const { token, byUrl, byProgram } = await configurations(browsing)
  const agent = await connectAgent(byUrl.url.replace(/\/mcp$/, ''), token)
  await agent.use('add', { cards: [{ text: 'Water the plants' }] })
  await agent.close()
  const started = await agentBy([process.execPath, join(root, 'src/command/inboard.ts')], byProgram.env)
  expect((await started.use('overview')).text).toContain('Water the plants')
  await started.close()
})
