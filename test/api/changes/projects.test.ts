import { describe, expect, test } from 'vitest'
import { ids, inbox, newcomer } from './people.ts'

describe('what has changed', () => {
  test('is a project also where its counts have changed, and only then', async () => {
    const { client, news, card, project } = await newcomer()
    const [p, q] = [await project('p'), await project('q')]
    const counts = async () =>
      (await news()).projects.map(
        ({ title, card_count, completed_card_count }) => `${title} ${completed_card_count}/${card_count}`,
      )
    await news()
    const x = await card('x', p.id)
    expect(await counts()).toEqual(['p 0/1'])
    const y = await card('y')
    expect(await counts()).toEqual([])
    await client.editCard({ id: x.id, complete: true })
    expect(await counts()).toEqual(['p 1/1'])
    await client.editCard({ id: x.id, text: 'xx' })
    expect(await counts()).toEqual([])
    await client.setColumn({ ...p.doing, card_ids: [x.id] })
    expect(await counts()).toEqual([])
    await client.setColumn({ ...q.todo, card_ids: [x.id, y.id] })
    expect((await counts()).sort()).toEqual(['p 0/0', 'q 1/2'])
    await client.setColumn({ ...inbox, card_ids: [x.id] })
    expect(await counts()).toEqual(['q 0/1'])
    await client.removeCard({ id: y.id })
    expect(await counts()).toEqual(['q 0/0'])
    await client.restore({ id: y.id })
    expect(await counts()).toEqual(['q 0/1'])
    await client.editCard({ id: y.id, complete: true })
    await client.editCard({ id: y.id, complete: false })
    expect(await counts()).toEqual(['q 0/1'])
  })

  test('is a deleted project with its cards, and no word of its statuses', async () => {
    const { client, news, card, project } = await newcomer()
    const { id } = await project()
    const [x, y, z] = [await card('x', id), await card('y', id), await card('z', id)]
    await client.removeCard({ id: z.id })
    await news()
    await client.removeProject({ project_id: id })
    const { deleted, ...rest } = await news()
    expect(rest).toEqual({ seq: 6, more: false, projects: [], statuses: [], cards: [], positions: [] })
    expect(new Set(deleted.map(({ kind, id }) => `${kind} ${id}`))).toEqual(
      new Set([`project ${id}`, `card ${x.id}`, `card ${y.id}`]),
    )
    const { project: restored } = await client.restore({ id })
    const back = await news()
    expect([back.projects, back.statuses.length, ids(back.cards), back.deleted]).toEqual([
      [restored],
      3,
      ids([x, y]),
      [],
    ])
    // Whoever has slept through both sees nothing of the deletion.
    const { deleted: since } = await client.changes({ since: 5 })
    expect(since).toEqual([])
    expect((await client.changes({ since: 4 })).deleted).toEqual([{ kind: 'card', id: z.id }])
  })
})
