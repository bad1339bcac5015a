import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statusIdOf } from '../../src/contract/statuses.ts'
import {
  codeOfRefusal,
  type SignedIn,
  startTestInboard,
  type TestInboard,
} from '../support/service/inboard.ts'

let inboard: TestInboard
let ada: SignedIn
let bob: SignedIn
beforeAll(async () => {
  inboard = await startTestInboard({ MAX_PROJECTS: '5' })
  ada = await inboard.signIn()
  bob = await inboard.signIn()
})
afterAll(() => inboard.stop())

const missing = '01890000-0000-7000-8000-000000000000'

describe('a project', () => {
  test('is created with its three statuses and can be read, renamed and listed', async () => {
    const { client, user } = await inboard.signIn()
    const { project } = await client.addProject({ title: '  Garden  ' })
    expect(project).toMatchObject({
      owner_id: user.id,
      title: 'Garden',
      card_count: 0,
      completed_card_count: 0,
    })
    expect(project.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const { statuses } = await client.listStatuses({ project_id: project.id })
    expect(statuses.map(({ name, position, project_id }) => [name, position, project_id])).toEqual([
      ['To do', 0, project.id],
      ['Doing', 1, project.id],
      ['Done', 2, project.id],
    ])
    expect(statuses.map(({ id }) => id)).toEqual([0, 1, 2].map((nth) => statusIdOf(project.id, nth)))
    expect(await client.readProject({ project_id: project.id })).toEqual({ project })
    inboard.clock.advance(1000)
    const renamed = await client.renameProject({ project_id: project.id, title: 'Orchard' })
    const { updated_at } = renamed.project
    expect(renamed.project).toEqual({
      ...project,
      title: 'Orchard',
      updated_at,
      revision: project.revision + 1,
    })
    expect(updated_at > project.updated_at).toBe(true)
    expect(await client.listProjects()).toEqual({ projects: [renamed.project] })
  })

  test('counts its cards and the completed ones', async () => {
    const { client } = await inboard.signIn()
    const { project } = await client.addProject({ title: 'Counted' })
    const { card } = await client.addProjectCard({ project_id: project.id, text: 'one', complete: true })
    await client.addProjectCard({ project_id: project.id, text: 'two' })
    await client.addInboxCard({ text: 'elsewhere', complete: true })
    const counts = async () => {
      const { card_count, completed_card_count } = (await client.readProject({ project_id: project.id }))
        .project
      return [card_count, completed_card_count]
    }
    expect(await counts()).toEqual([2, 1])
    await client.editCard({ id: card.id, complete: false })
    expect(await counts()).toEqual([2, 0])
    await client.setColumn({ project_id: null, status_id: null, card_ids: [card.id] })
    expect(await counts()).toEqual([1, 0])
  })

  test('takes its cards and statuses with it when it is deleted, and leaves the rest', async () => {
    const { client } = await inboard.signIn()
    const { project } = await client.addProject({ title: 'Doomed' })
    const other = await client.addProject({ title: 'Spared' })
    const { card } = await client.addProjectCard({ project_id: project.id, text: 'doomed' })
    await client.addProjectCard({ project_id: other.project.id, text: 'spared' })
    await client.addInboxCard({ text: 'spared too' })
    expect(await client.removeProject({ project_id: project.id })).toBeUndefined()
    const gone = [
      client.readProject({ project_id: project.id }),
      client.renameProject({ project_id: project.id, title: 'x' }),
      client.removeProject({ project_id: project.id }),
      client.listStatuses({ project_id: project.id }),
      client.listProjectCards({ project_id: project.id }),
      client.addProjectCard({ project_id: project.id, text: 'x' }),
      client.readCard({ id: card.id }),
    ]
    expect(await Promise.all(gone.map(codeOfRefusal))).toEqual(gone.map(() => 'not_found'))
    expect(
      (await client.listProjects()).projects.map(({ title, card_count }) => [title, card_count]),
    ).toEqual([['Spared', 1]])
    expect((await client.listInboxCards()).cards).toHaveLength(1)
  })

  test('of somebody else is the same as one that is missing, to the byte', async () => {
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

  test('is refused beyond the limit, exactly, however many ask at once', async () => {
    const { client } = await inboard.signIn()
    const ask = () => codeOfRefusal(client.addProject({ title: 'one more' }))
    await ask()
    const answers = await Promise.all(Array.from({ length: 20 }, ask))
    expect(answers.filter((code) => code === 'accepted')).toHaveLength(4)
    expect(answers.filter((code) => code === 'project_limit_reached')).toHaveLength(16)
    const { projects } = await client.listProjects()
    expect(projects).toHaveLength(5)
    await client.removeProject({ project_id: projects[0]?.id ?? '' })
    expect(await ask()).toBe('accepted')
    expect(await ask()).toBe('project_limit_reached')
  })

  test('is listed in order of creation', async () => {
    const { client } = await inboard.signIn()
    const titles = ['first', 'second', 'third', 'fourth', 'fifth']
    for (const title of titles) await client.addProject({ title })
    expect((await client.listProjects()).projects.map(({ title }) => title)).toEqual(titles)
  })

  test.each([
    {},
    { title: '' },
    { title: ' \u3000\n' },
    { title: 'x'.repeat(201) },
    { title: 1 },
    { title: null },
    { title: 'a\u0000b' },
  ])('refuses %j for a title, at creation and renaming', async (body) => {
    const { client, token } = await inboard.signIn()
    const { project } = await client.addProject({ title: 'Kept' })
    for (const [method, path] of [
      ['POST', '/api/projects'],
      ['PATCH', `/api/projects/${project.id}`],
    ] as const) {
      const answer = await inboard.request(method, path, { token, body })
      expect([answer.status, answer.body.code, answer.body.errors[0].field]).toEqual([
        422,
        'validation_failed',
        'title',
      ])
    }
    expect(await client.listProjects()).toEqual({ projects: [project] })
  })
})
