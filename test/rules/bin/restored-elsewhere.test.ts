import { describe, expect, test } from 'vitest'
import { inbox, last, newcomer, ranks } from '../../api/bin/people.ts'
import { tally, times } from '../../support/service/sending.ts'

describe('a restored card', () => {
  test('comes to its column of its project, and counts there again', async () => {
    const { client, cards } = await newcomer()
    const { project } = await client.addProject({ title: 'P' })
    const { statuses } = await client.listStatuses({ project_id: project.id })
    const { x = '', y = '' } = await cards('x y z', project.id)
    const doing = { project_id: project.id, status_id: statuses[1]?.id ?? '' }
    await client.setColumn({ ...doing, card_ids: [x, y] })
    await client.removeCard({ id: x })
    const { card } = await client.restore({ id: x })
    expect(card).toMatchObject({ ...doing, position: 0 })
    expect((await client.readCard({ id: y })).card.position).toBe(1)
    expect((await client.readProject({ project_id: project.id })).project.card_count).toBe(3)
  })

  test('comes to the end of the inbox if its project is deleted, and to its column if that is restored first', async () => {
    const { client, cards, inbox: read } = await newcomer()
    const { project } = await client.addProject({ title: 'P' })
    const { x = '', y = '' } = await cards('x y z', project.id)
    await cards('a b')
    await client.removeCard({ id: x })
    await client.removeCard({ id: y })
    await client.removeProject({ project_id: project.id })
    expect((await client.restore({ id: x })).card).toMatchObject({ ...inbox, position: 2 })
    expect(await read()).toBe('a0 b1 x2')
    await client.restore({ id: project.id })
    // It has left the project for good.
    expect(await read()).toBe('a0 b1 x2')
    expect((await client.restore({ id: y })).card).toMatchObject({ project_id: project.id, position: 0 })
    expect(ranks((await client.listProjectCards({ project_id: project.id })).cards)).toBe('y0 z1')
    // So, too, if the project is gone for good; and where the inbox is full to the last position, it is packed.
    await client.removeCard({ id: y })
    await client.removeProject({ project_id: project.id })
    await client.purge({ id: project.id })
    await client.editCard({ id: x, position: last })
    await client.restore({ id: y })
    expect(await read()).toBe('a0 b1 x2 y3')
  })

  test('can be deleted and restored again and again, and by many at once only once', async () => {
    const { client, send, cards, inbox: read, seq, bin } = await newcomer()
    const { b = '' } = await cards('a b c')
    for (let round = 0; round < 3; round++) {
      await client.removeCard({ id: b })
      const before = await seq()
      const answers = await Promise.all(times(6, () => send(`POST /api/bin/${b}/restore`)))
      expect(tally(answers)).toEqual({ '200': 1, '404 not_found': 5 })
      expect(await seq()).toBe(before + 1)
      expect(await read()).toBe('a0 b1 c2')
    }
    await client.removeCard({ id: b })
    const fates = await Promise.all([
      send(`POST /api/bin/${b}/restore`),
      send(`DELETE /api/bin/${b}`),
      send('DELETE /api/bin'),
    ])
    expect(
      fates.filter(({ status, seq: taken }) => status === 200 || (status === 204 && taken)).length,
    ).toBeGreaterThan(0)
    const isBack = fates[0]?.status === 200
    expect([await read(), await bin()]).toEqual([isBack ? 'a0 b1 c2' : 'a0 c1', []])
  })
})
