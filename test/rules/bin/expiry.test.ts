import { describe, expect, onTestFinished, test } from 'vitest'
import { sweepBin } from '../../../src/server/bin/bin.ts'
import { newcomer } from '../../api/bin/people.ts'
import { inboard as clocked } from '../../support/service/clocked.ts'
import { startTestInboard } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'

const day = 86_400_000

describe('for good', () => {
  test('goes one thing, or all of them, and nothing that is not in the bin', async () => {
    const { client, send, cards, bin } = await newcomer()
    const { project } = await client.addProject({ title: 'P' })
    await cards('x y', project.id)
    const { a = '', b = '', c = '' } = await cards('a b c')
    for (const id of [a, b]) await client.removeCard({ id })
    await client.removeProject({ project_id: project.id })
    expect((await send(`DELETE /api/bin/${c}`)).outcome).toBe('404 not_found')
    expect((await send(`DELETE /api/bin/${a}`)).outcome).toBe('204')
    expect((await send(`DELETE /api/bin/${a}`)).outcome).toBe('404 not_found')
    expect((await send(`POST /api/bin/${a}/restore`)).outcome).toBe('404 not_found')
    expect((await bin()).map(({ id }) => id)).toEqual([project.id, b])
    expect((await send(`DELETE /api/bin/${project.id}`)).outcome).toBe('204')
    const { user } = await client.readMe()
    const rows = await inboard.world.db.all<{ id: string }>`select id from bin where owner_id = ${user.id}`
    expect(rows).toEqual([{ id: b }])
    expect((await send('DELETE /api/bin')).outcome).toBe('204')
    expect((await send('DELETE /api/bin')).outcome).toBe('204')
    expect([await bin(), (await client.listInboxCards()).cards.map(({ id }) => id)]).toEqual([[], [c]])
  })

  test('goes what has been there for BIN_DAYS: a number with nothing in it', async () => {
    const own = await startTestInboard({ BIN_DAYS: '2', SESSION_TTL: '90d' })
    const { client, send, cards, bin, seq } = await newcomer(own)
    const { project } = await client.addProject({ title: 'P' })
    await cards('x y', project.id)
    const { a = '', b = '' } = await cards('a b')
    await client.removeCard({ id: a })
    await client.removeProject({ project_id: project.id })
    own.clock.advance(1.5 * day)
    await client.removeCard({ id: b })
    const present = await seq()
    await sweepBin(own.world)
    expect([(await bin()).length, await seq()]).toEqual([3, present])
    own.clock.advance(0.6 * day)
    // Expired, though nothing has swept it yet.
    expect((await bin()).map(({ id }) => id)).toEqual([b])
    for (const call of [
      `POST /api/bin/${a}/restore`,
      `POST /api/bin/${project.id}/restore`,
      `DELETE /api/bin/${a}`,
    ])
      expect([call, (await send(call)).outcome]).toEqual([call, '404 not_found'])
    expect(await seq()).toBe(present)
    await sweepBin(own.world)
    expect(await own.world.db.all<{ id: string }>`select id from bin`).toEqual([{ id: b }])
    expect(await client.changes({ since: present })).toEqual({
      seq: present + 1,
      more: false,
      projects: [],
      statuses: [],
      cards: [],
      positions: [],
      deleted: [],
    })
    await sweepBin(own.world)
    expect(await seq()).toBe(present + 1)
    expect((await client.restore({ id: b })).card?.text).toBe('b')
    await own.stop()
  })

  test('goes everything at once where BIN_DAYS is 0', async () => {
    const { binDays } = clocked.world.config
    // Read with each request.
    clocked.world.config.binDays = 0
    onTestFinished(() => {
      clocked.world.config.binDays = binDays
    })
    const { client, send, cards, bin, seq, user } = await newcomer(clocked)
    const { project } = await client.addProject({ title: 'P' })
    await cards('x', project.id)
    const { a = '' } = await cards('a')
    expect((await send(`DELETE /api/cards/${a}`, { key: 'k' })).seq).toBe(4)
    await client.removeProject({ project_id: project.id })
    expect([await bin(), await clocked.world.db.all`select id from bin where owner_id = ${user.id}`]).toEqual(
      [[], []],
    )
    for (const id of [a, project.id]) {
      expect((await send(`POST /api/bin/${id}/restore`)).outcome).toBe('404 not_found')
      expect((await send('POST /api/inbox/cards', { body: { text: 'x' }, key: id })).outcome).toBe(
        '409 id_taken',
      )
    }
    expect((await send('DELETE /api/bin')).seq).toBe(5)
    expect(await send(`DELETE /api/cards/${a}`, { key: 'k' })).toMatchObject({ status: 204, isReplay: true })
    expect((await client.changes({ since: 0 })).deleted).toHaveLength(3)
    expect(await seq()).toBe(5)
  })
})
