import { describe, expect, test } from 'vitest'
import { sender, tally } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'
import { inbox, missing, newcomer } from './people.ts'

const day = 86_400_000

describe('what is deleted', () => {
  test('is listed, the newest first, until it expires', async () => {
    const { client, cards, bin } = await newcomer()
    expect(await bin()).toEqual([])
    const { project } = await client.addProject({ title: 'Garden' })
    await cards('x y z', project.id)
    const { a = '', b = '' } = await cards('a b')
    await client.removeCard({ id: a })
    await client.removeProject({ project_id: project.id })
    await client.removeCard({ id: b })
    const items = await bin()
    expect(items).toEqual([
      {
        id: b,
        kind: 'card',
        text: 'b',
        ...inbox,
        deleted_at: expect.any(String),
        expires_at: expect.any(String),
      },
      {
        id: project.id,
        kind: 'project',
        title: 'Garden',
        card_count: 3,
        deleted_at: expect.any(String),
        expires_at: expect.any(String),
      },
      {
        id: a,
        kind: 'card',
        text: 'a',
        ...inbox,
        deleted_at: expect.any(String),
        expires_at: expect.any(String),
      },
    ])
    for (const { deleted_at, expires_at } of items) {
      expect(Date.parse(expires_at) - Date.parse(deleted_at)).toBe(30 * day)
      expect(Math.abs(Date.parse(deleted_at) - inboard.clock.now())).toBeLessThan(600_000)
    }
  })

  test('of a project tells which column it was in, also if the project is deleted later', async () => {
    const { client, cards, bin } = await newcomer()
    const { project } = await client.addProject({ title: 'Garden' })
    const { statuses } = await client.listStatuses({ project_id: project.id })
    const doing = { project_id: project.id, status_id: statuses[1]?.id ?? '' }
    const { x = '' } = await cards('x', project.id)
    await client.setColumn({ ...doing, card_ids: [x] })
    await client.removeCard({ id: x })
    expect(await bin()).toMatchObject([{ id: x, ...doing }])
    await client.removeProject({ project_id: project.id })
    const [garden, card] = await bin()
    expect(card).toMatchObject({ id: x, ...doing })
    expect(garden).not.toHaveProperty('project_id')
  })

  test('is gone everywhere else', async () => {
    const { client, send, cards } = await newcomer()
    const { project } = await client.addProject({ title: 'P' })
    const { x } = await cards('x', project.id)
    await client.removeProject({ project_id: project.id })
    const answers = [
      await send(`GET /api/cards/${x}`),
      await send(`PATCH /api/cards/${x}`, { body: { text: 'y' } }),
      await send(`DELETE /api/cards/${x}`),
      await send(`GET /api/projects/${project.id}`),
      await send(`GET /api/projects/${project.id}/cards`),
      await send(`GET /api/projects/${project.id}/statuses`),
      await send(`POST /api/projects/${project.id}/cards`, { body: { text: 'y' } }),
      await send('PUT /api/cards/order', { body: { ...inbox, card_ids: [x] } }),
      // A card that went with its project comes back with it alone.
      await send(`POST /api/bin/${x}/restore`),
      await send(`DELETE /api/bin/${x}`),
    ]
    expect(tally(answers)).toEqual({ '404 not_found': answers.length })
    expect((await client.searchCards({ q: 'x' })).cards).toEqual([])
  })

  test('is nobody else’s: a foreign thing is as missing as one that never was', async () => {
    const [ada, bob] = [await newcomer(), await newcomer()]
    const { a = '' } = await ada.cards('a')
    await ada.client.removeCard({ id: a })
    expect(await bob.bin()).toEqual([])
    for (const call of [
      (id: string) => `POST /api/bin/${id}/restore`,
      (id: string) => `DELETE /api/bin/${id}`,
    ]) {
      const foreign = await bob.send(call(a))
      expect(foreign.outcome).toBe('404 not_found')
      for (const id of [missing, 'x', '%00', `${a}x`])
        expect((await bob.send(call(id))).text).toBe(foreign.text)
    }
    await bob.client.emptyBin()
    expect(await ada.bin()).toHaveLength(1)
    const visitor = sender(inboard, undefined)
    for (const call of [
      'GET /api/bin',
      'DELETE /api/bin',
      `POST /api/bin/${a}/restore`,
      `DELETE /api/bin/${a}`,
    ])
      expect((await visitor(call)).outcome).toBe('401 unauthenticated')
  })
})
