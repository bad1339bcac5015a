import { beforeAll, expect, test } from 'vitest'
import { inboard } from '../../support/service/clocked.ts'
import type { SignedIn } from '../../support/service/inboard.ts'

const missing = '01890000-0000-7000-8000-000000000000'

let ada: SignedIn
let bob: SignedIn
beforeAll(async () => {
  ada = await inboard.signIn()
  bob = await inboard.signIn()
})

test("somebody else's project is indistinguishable from a missing one, to the byte", async () => {
  const { project } = await ada.client.addProject({ title: 'Private' })
  const { card } = await ada.client.addProjectCard({ project_id: project.id, text: 'private' })
  const calls: [string, string, unknown?][] = [
    ['GET', '/api/projects/ID'],
    ['PATCH', '/api/projects/ID', { title: 'mine now' }],
    ['DELETE', '/api/projects/ID'],
    ['GET', '/api/projects/ID/statuses'],
    ['GET', '/api/projects/ID/cards'],
    ['POST', '/api/projects/ID/cards', { text: 'smuggled' }],
  ]
  for (const [method, path, body] of calls) {
    const answers = []
    for (const id of [project.id, missing, 'nonsense', '%00', project.id.toUpperCase()]) {
      const { status, text } = await inboard.request(method, path.replace('ID', id), {
        token: bob.token,
        body,
      })
      answers.push(`${status} ${text}`)
    }
    expect(new Set(answers).size, `${method} ${path}`).toBe(1)
    expect(answers[0]).toContain('404')
  }
  expect(await ada.client.readProject({ project_id: project.id })).toMatchObject({
    project: { title: 'Private', card_count: 1 },
  })
  expect(await ada.client.readCard({ id: card.id })).toEqual({ card })
  expect(await bob.client.listProjects()).toEqual({ projects: [] })
})
