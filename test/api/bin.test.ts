import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Card } from '../../src/contract/card.ts'
import { sweepBin } from '../../src/server/bin/bin.ts'
import { startTestInboard, type TestInboard } from '../support/service/inboard.ts'
import { sender, tally, times } from '../support/service/sending.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard({ MAX_PROJECTS: '3' })
})
afterAll(() => inboard.stop())

const day = 86_400_000
const last = 2_147_483_647
const missing = '01890000-0000-7000-8000-000000000000'
const inbox = { project_id: null, status_id: null }

async function newcomer(at = inboard) {
  const person = await at.signIn()
  const { client } = person
  return {
    ...person,
    send: sender(at, person.token),
    seq: async () => (await client.changes()).seq,
    bin: async () => (await client.listBin()).items,
    inbox: async () => ranks((await client.listInboxCards()).cards),
    /** Cards in the inbox by their texts, each at the end, or at the position behind its name: `'a b c7'`. */
    async cards(names: string, project_id?: string): Promise<Record<string, string>> {
      const ids: Record<string, string> = {}
      for (const name of names.split(' ')) {
        const [, text = '', digits] = /^(\D+)(\d+)?$/.exec(name) ?? []
        const card = { text, ...(digits && { position: Number(digits) }) }
        const made = project_id ? client.addProjectCard({ project_id, ...card }) : client.addInboxCard(card)
        ids[text] = (await made).card.id
      }
      return ids
    },
  }
}

const ranks = (cards: Card[]) => cards.map(({ text, position }) => `${text}${position}`).join(' ')

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
      { id: b, kind: 'card', text: 'b', deleted_at: expect.any(String), expires_at: expect.any(String) },
      {
        id: project.id,
        kind: 'project',
        title: 'Garden',
        card_count: 3,
        deleted_at: expect.any(String),
        expires_at: expect.any(String),
      },
      { id: a, kind: 'card', text: 'a', deleted_at: expect.any(String), expires_at: expect.any(String) },
    ])
    for (const { deleted_at, expires_at } of items) {
      expect(Date.parse(expires_at) - Date.parse(deleted_at)).toBe(30 * day)
      expect(Math.abs(Date.parse(deleted_at) - inboard.clock.now())).toBeLessThan(600_000)
    }
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

describe('a restored card', () => {
  test('is the same card, where it was', async () => {
    const { client, cards, inbox: read, bin } = await newcomer()
    const { b = '' } = await cards('a b c')
    const { card: before } = await client.editCard({ id: b, complete: true })
    await client.removeCard({ id: b })
    expect(await read()).toBe('a0 c1')
    inboard.clock.advance(5)
    const answer = await client.restore({ id: b })
    expect(Object.keys(answer)).toEqual(['card'])
    const { card } = answer
    expect(card).toEqual({ ...before, updated_at: card?.updated_at, revision: before.revision + 2 })
    expect((card?.updated_at ?? '') > before.updated_at).toBe(true)
    expect((await client.readCard({ id: b })).card).toEqual(card)
    expect(await read()).toBe('a0 b1 c2')
    expect(await bin()).toEqual([])
  })

  test.each<
    [
      what: string,
      before: string,
      meanwhile: (one: Awaited<ReturnType<typeof newcomer>>, ids: Record<string, string>) => Promise<unknown>,
      after: string,
    ]
  >([
    ['first', 'x a b', async () => {}, 'x0 a1 b2'],
    ['last', 'a b x', async () => {}, 'a0 b1 x2'],
    ['alone', 'x', async () => {}, 'x0'],
    [
      'at the end, if the column is shorter by now',
      'a b c x',
      ({ client }, { b = '' }) => client.removeCard({ id: b }),
      'a0 c1 x2',
    ],
    ['at the end, where it was behind a gap', 'a x7', async () => {}, 'a0 x1'],
    [
      'at the end of an empty column',
      'a b x',
      async ({ client }, { a = '', b = '' }) => {
        await client.removeCard({ id: a })
        await client.removeCard({ id: b })
      },
      'x0',
    ],
    ['among what has come since', 'a x b', ({ cards }) => cards('n0'), 'n0 x1 a2 b3'],
    [
      'in a gap, moving those behind it up all the same',
      'a b x c',
      ({ client }, { b = '' }) => client.editCard({ id: b, position: 9 }),
      'a0 x2 c3 b10',
    ],
    [
      'before one at the last position',
      'a x b',
      ({ client }, { b = '' }) => client.editCard({ id: b, position: last }),
      'a0 x1 b2',
    ],
    ['at the last position, if it had that', `a x${last}`, async () => {}, 'a0 x1'],
  ])('comes %s', async (_what, before, meanwhile, after) => {
    const person = await newcomer()
    const ids = await person.cards(before)
    await person.client.removeCard({ id: ids.x ?? '' })
    await meanwhile(person, ids)
    const { card } = await person.client.restore({ id: ids.x ?? '' })
    expect(await person.inbox()).toBe(after)
    expect(after).toContain(`x${card?.position}`)
  })

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
    inboard.clock.advance(5)
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
    const { client, send, seq } = await newcomer()
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
    const own = await startTestInboard({ BIN_DAYS: '0' })
    const { client, send, cards, bin, seq } = await newcomer(own)
    const { project } = await client.addProject({ title: 'P' })
    await cards('x', project.id)
    const { a = '' } = await cards('a')
    expect((await send(`DELETE /api/cards/${a}`, { key: 'k' })).seq).toBe(4)
    await client.removeProject({ project_id: project.id })
    expect([await bin(), await own.world.db.all`select id from bin`]).toEqual([[], []])
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
    await own.stop()
  })
})
