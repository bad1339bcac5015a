import { describe, expect, test } from 'vitest'
import { laterThan } from '../../support/service/later.ts'
import { small } from '../../support/service/small.ts'
import { missing, newcomer } from './people.ts'

describe('a restored project', () => {
  test('is the same project, with its statuses, its cards and their order', async () => {
    const { client, cards } = await newcomer()
    const { project } = await client.addProject({ title: 'Garden' })
    const project_id = project.id
    const { statuses } = await client.listStatuses({ project_id })
    const { v = '', w = '', x = '', y = '' } = await cards('v w x y z', project_id)
    await client.setColumn({ project_id, status_id: statuses[2]?.id ?? '', card_ids: [x, v] })
    await client.editCard({ id: w, complete: true })
    await client.editCard({ id: y, position: 40 })
    const { project: before } = await client.readProject({ project_id })
    const { cards: had } = await client.listProjectCards({ project_id })
    await client.removeProject({ project_id })
    await laterThan(before.updated_at)
    const answer = await client.restore({ id: project_id })
    expect(Object.keys(answer)).toEqual(['project'])
    const { revision = 0, updated_at = '' } = answer.project ?? {}
    expect(answer.project).toEqual({ ...before, revision, updated_at })
    expect(updated_at > before.updated_at).toBe(true)
    expect((await client.listStatuses({ project_id })).statuses).toEqual(statuses)
    expect((await client.listProjectCards({ project_id })).cards).toEqual(
      had.map((card) => ({ ...card, revision, updated_at })),
    )
    expect((await client.listBin()).items).toEqual([])
  })

  test('needs room among the projects, towards which the bin does not count', async () => {
    const { client, send, seq } = await newcomer(small)
    const [first, second] = [await client.addProject({ title: '1' }), await client.addProject({ title: '2' })]
    await client.removeProject({ project_id: first.project.id })
    await client.removeProject({ project_id: second.project.id })
    const made = await Promise.all(['3', '4', '5'].map((title) => client.addProject({ title })))
    const present = await seq()
    const restore = `POST /api/bin/${first.project.id}/restore`
    expect((await send(restore, { key: 'k' })).outcome).toBe('409 project_limit_reached')
    // What does not exist comes before that.
    expect((await send(`POST /api/bin/${missing}/restore`)).outcome).toBe('404 not_found')
    expect([await seq(), (await client.listBin()).items.length]).toEqual([present, 2])
    await client.removeProject({ project_id: made[0]?.project.id ?? '' })
    const answers = await Promise.all([
      send(restore, { key: 'k' }),
      send(`POST /api/bin/${second.project.id}/restore`),
      send('POST /api/projects', { body: { title: '6' } }),
    ])
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(answers.filter(({ outcome }) => outcome === '409 project_limit_reached')).toHaveLength(2)
    expect((await client.listProjects()).projects).toHaveLength(3)
  })
})
