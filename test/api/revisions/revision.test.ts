import { describe, expect, test } from 'vitest'
import { inboard } from '../../support/service/clocked.ts'
import { inbox, withBoard } from './board.ts'

describe('a revision', () => {
  test('is the number of the change that made the thing what it is, and updated_at its time', async () => {
    const { client, send, project_id, columns, ids, card } = await withBoard(['a', 'b'], ['c'])
    const id = ids.a ?? ''
    let former = await card('a')
    expect(former.revision).toBe(2)
    const changes: [string, unknown?][] = [
      [`PATCH /api/cards/${id}`, { text: 'changed' }],
      [`PATCH /api/cards/${id}`, { complete: true }],
      [`PATCH /api/cards/${id}`, { position: 1 }],
      ['PUT /api/cards/order', { ...columns.doing, card_ids: [id] }],
      ['PUT /api/cards/order', { ...inbox, card_ids: [ids.c, id], moved: [id] }],
      ['PUT /api/cards/order', { ...columns.done, card_ids: [ids.b, id] }],
    ]
    for (const [call, body] of changes) {
      inboard.clock.advance(5)
      const { seq } = await send(call, { body })
      const present = await card('a')
      expect([call, present.revision]).toEqual([call, seq])
      expect(present.revision).toBeGreaterThan(former.revision)
      expect(present.updated_at > former.updated_at).toBe(true)
      former = present
    }
    inboard.clock.advance(5)
    await client.removeCard({ id })
    const restored = await client.restore({ id })
    expect(restored.card).toMatchObject({ revision: former.revision + 2, created_at: former.created_at })
    expect((restored.card?.updated_at ?? '') > former.updated_at).toBe(true)

    const before = (await client.readProject({ project_id })).project
    inboard.clock.advance(5)
    const { project } = await client.renameProject({ project_id, title: 'Yard' })
    expect(project.revision).toBe(former.revision + 3)
    expect(project.updated_at > before.updated_at).toBe(true)
    expect(before.revision).toBe(1)
  })

  test('of a restored project and of its cards is the number of the restoration', async () => {
    const { client, project_id, card } = await withBoard(['a', 'b'])
    await client.removeProject({ project_id })
    inboard.clock.advance(5)
    const { project } = await client.restore({ id: project_id })
    expect(project?.revision).toBe(5)
    for (const name of ['a', 'b']) {
      expect(await card(name)).toMatchObject({ revision: 5, updated_at: project?.updated_at })
    }
  })

  test('stays when the card moves within its column, or when a neighbour moves, comes or goes', async () => {
    const { client, project_id, columns, ids, card } = await withBoard(['a', 'b', 'c', 'd'], ['e'])
    const before = { ...(await card('b')), position: 0 }
    const same = async () => ({ ...(await card('b')), position: 0 })
    inboard.clock.advance(5)
    const { a = '', b = '', c = '', d = '', e = '' } = ids
    const events: (() => Promise<unknown>)[] = [
      () => client.setColumn({ ...columns.todo, card_ids: [d, c, b, a] }),
      () => client.setColumn({ ...columns.todo, card_ids: [b], moved: [b] }),
      () => client.addProjectCard({ project_id, text: 'x', position: 0 }),
      () => client.setColumn({ ...columns.todo, card_ids: [e], moved: [e] }),
      () => client.setColumn({ ...columns.doing, card_ids: [a] }),
      () => client.removeCard({ id: c }),
      () => client.restore({ id: c }),
      () => client.editCard({ id: d, text: 'dd' }),
      () => client.renameProject({ project_id, title: 'Yard' }),
    ]
    for (const [index, event] of events.entries()) {
      await event()
      expect([index, await same()]).toEqual([index, before])
    }
  })

  test('of a project stays when its counts change', async () => {
    const { client, project_id, ids, project } = await withBoard(['a'])
    inboard.clock.advance(5)
    await client.editCard({ id: ids.a ?? '', complete: true })
    await client.removeCard({ id: ids.a ?? '' })
    const { project: after } = await client.readProject({ project_id })
    expect(after).toEqual(project)
  })
})
