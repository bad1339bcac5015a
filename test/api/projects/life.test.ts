import { describe, expect, test } from 'vitest'
import { statusIdOf } from '../../../src/contract/plain/statuses.ts'
import { inboard } from '../../support/service/clocked.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'

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

  test('is listed in order of creation', async () => {
    const { client } = await inboard.signIn()
    const titles = ['first', 'second', 'third', 'fourth', 'fifth']
    for (const title of titles) await client.addProject({ title })
    expect((await client.listProjects()).projects.map(({ title }) => title)).toEqual(titles)
  })
})
