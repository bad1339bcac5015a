import { afterEach, expect, test } from 'vitest'
import { closeAgents, furnish, somebody } from '../../support/agents/somebody.ts'

afterEach(closeAgents)

test('prompts contain the state of the board', async () => {
  const me = await somebody()
  await furnish(me)
  const { prompts } = await me.agent.client.listPrompts()
  expect(prompts.map(({ name }) => name)).toEqual(['plan_my_day', 'review_project'])
  const read = async (name: string, given: Record<string, string>) => {
    const { messages } = await me.agent.client.getPrompt({ name, arguments: given })
    return JSON.stringify(messages)
  }
  expect(await read('plan_my_day', { hours: '3' })).toMatch(/about 3 hours.*Buy milk/)
  expect(await read('review_project', { project: 'gar' })).toContain('Prune the apple tree')
  const { completion } = await me.agent.client.complete({
    ref: { type: 'ref/prompt', name: 'review_project' },
    argument: { name: 'project', value: 'gA' },
  })
  expect(completion.values).toEqual(['Garden'])
  await expect(read('review_project', {})).rejects.toThrow('"project" is missing')
  await expect(read('review_project', { project: 'Kitchen' })).rejects.toThrow('No project matches')
})
