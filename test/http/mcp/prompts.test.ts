import { afterEach, expect, test } from 'vitest'
import { closeAgents, furnish, somebody } from '../../support/agents/somebody.ts'

afterEach(closeAgents)

test('prompts contain the state of the board', async () => {
  const me = await somebody()
  await furnish(me)
  const { prompts } = await me.agent.client.listPrompts()
  expect(prompts.map(({ name }) => name)).toEqual(['plan_my_day'])
  const read = async (name: string, given: Record<string, string>) => {
    const { messages } = await me.agent.client.getPrompt({ name, arguments: given })
    return JSON.stringify(messages)
  }
  expect(await read('plan_my_day', { hours: '3' })).toMatch(/about 3 hours.*Buy milk/)
  await expect(read('plan_my_day', { time_zone: 'Vienna' })).rejects.toThrow('no time zone')
  await expect(read('review_project', {})).rejects.toThrow('There is no prompt')
})
