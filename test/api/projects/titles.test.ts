import { expect, test } from 'vitest'
import { inboard } from '../../support/service/clocked.ts'

const refused = [
  {},
  { title: '' },
  { title: ' \u3000\n' },
  { title: 'x'.repeat(201) },
  { title: 1 },
  { title: null },
  { title: 'a\u0000b' },
]

test('a title that is none is refused, at creation and renaming', async () => {
  const { client, token } = await inboard.signIn()
  const { project } = await client.addProject({ title: 'Kept' })
  for (const body of refused)
    for (const call of ['POST /api/projects', `PATCH /api/projects/${project.id}`]) {
      const [method = '', path = ''] = call.split(' ')
      const { status, body: answer } = await inboard.request(method, path, { token, body })
      expect([body, call, status, answer.code, answer.errors[0].field]).toEqual([
        body,
        call,
        422,
        'validation_failed',
        'title',
      ])
    }
  expect(await client.listProjects()).toEqual({ projects: [project] })
})
