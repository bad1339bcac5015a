import { expect, test } from 'vitest'
import { codeOfRefusal } from '../../support/service/inboard.ts'
import { small } from '../../support/service/small.ts'

test('a project is refused beyond the limit, exactly, however many ask at once', async () => {
  const { client } = await small.signIn()
  const ask = () => codeOfRefusal(client.addProject({ title: 'one more' }))
  await ask()
  const answers = await Promise.all(Array.from({ length: 10 }, ask))
  expect(answers.filter((code) => code === 'accepted')).toHaveLength(2)
  expect(answers.filter((code) => code === 'project_limit_reached')).toHaveLength(8)
  const { projects } = await client.listProjects()
  // A refusal takes no number.
  expect((await client.changes()).seq).toBe(3)
  expect(projects).toHaveLength(3)
  await client.removeProject({ project_id: projects[0]?.id ?? '' })
  expect(await ask()).toBe('accepted')
  expect(await ask()).toBe('project_limit_reached')
})
