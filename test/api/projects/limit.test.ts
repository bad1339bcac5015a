import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOfRefusal, startTestInboard, type TestInboard } from '../../support/service/inboard.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard({ MAX_PROJECTS: '5' })
})
afterAll(() => inboard.stop())

test('a project is refused beyond the limit, exactly, however many ask at once', async () => {
  const { client } = await inboard.signIn()
  const ask = () => codeOfRefusal(client.addProject({ title: 'one more' }))
  await ask()
  const answers = await Promise.all(Array.from({ length: 20 }, ask))
  expect(answers.filter((code) => code === 'accepted')).toHaveLength(4)
  expect(answers.filter((code) => code === 'project_limit_reached')).toHaveLength(16)
  const { projects } = await client.listProjects()
  // A refusal takes no number.
  expect((await client.changes()).seq).toBe(5)
  expect(projects).toHaveLength(5)
  await client.removeProject({ project_id: projects[0]?.id ?? '' })
  expect(await ask()).toBe('accepted')
  expect(await ask()).toBe('project_limit_reached')
})
