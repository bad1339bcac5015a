import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ProblemError } from '../../src/client/client.ts'
import type { Changes } from '../../src/contract/feed.ts'
import { sweepTombstones } from '../../src/server/feed/tombstones.ts'
import { outsider } from '../support/databases/engine.ts'
import { fillInbox } from '../support/service/filling.ts'
import { type SignedIn, startTestInboard, type TestInboard } from '../support/service/inboard.ts'
import { Replica } from '../support/service/replica.ts'
import { sender, times } from '../support/service/sending.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard()
})
afterAll(() => inboard.stop())

const inbox = { project_id: null, status_id: null }
const day = 86_400_000
const nothing = { projects: [], statuses: [], cards: [], positions: [], deleted: [] }

async function newcomer(at = inboard) {
  const person = await at.signIn()
  const { client } = person
  let seen = 0
  return {
    ...person,
    send: sender(at, person.token),
    seq: async () => (await client.changes()).seq,
    /** What is new since this was asked last. */
    async news(): Promise<Changes> {
      const changes = await client.changes({ since: seen })
      expect(changes.more).toBe(false)
      seen = changes.seq
      return changes
    },
    async project(title = 'Project') {
      const { project } = await client.addProject({ title })
      const { statuses } = await client.listStatuses({ project_id: project.id })
      const [todo, doing, done] = statuses.map(({ id }) => ({ project_id: project.id, status_id: id }))
      return {
        id: project.id,
        project,
        statuses,
        todo: todo ?? inbox,
        doing: doing ?? inbox,
        done: done ?? inbox,
      }
    },
    card: async (text: string, project_id?: string) =>
      (await (project_id ? client.addProjectCard({ project_id, text }) : client.addInboxCard({ text }))).card,
  }
}

/** What there is, by the other calls. */
async function accountOf({ client }: SignedIn) {
  const { projects } = await client.listProjects()
  const { cards } = await client.listInboxCards()
  const statuses = []
  for (const { id: project_id } of projects) {
    cards.push(...(await client.listProjectCards({ project_id })).cards)
    statuses.push(...(await client.listStatuses({ project_id })).statuses)
  }
  return Replica.of({ ...nothing, seq: 0, more: false, projects, statuses, cards }).state
}

const ids = (things: { id: string }[]) => things.map(({ id }) => id).sort()

describe('everything', () => {
  test('is what there is without a number, and nothing of it is in the bin', async () => {
    const ada = await newcomer()
    expect(await ada.client.changes()).toEqual({ seq: 0, more: false, ...nothing })
    const { id, doing } = await ada.project()
    const [a, b] = [await ada.card('a', id), await ada.card('b')]
    await ada.client.setColumn({ ...doing, card_ids: [a.id] })
    await ada.client.removeCard({ id: b.id })
    await ada.card('c')
    const changes = await ada.client.changes()
    expect([changes.seq, changes.more, changes.positions, changes.deleted]).toEqual([6, false, [], []])
    expect(Replica.of(changes).state).toEqual(await accountOf(ada))
    // A state from before the account's first change is where everything is new.
    expect(Replica.of(await ada.client.changes({ since: 0 })).state).toEqual(await accountOf(ada))
  })

  test('is one state, however much is written meanwhile', async () => {
    const ada = await newcomer()
    const { id } = await ada.project()
    const writing = (async () => {
      for (let round = 0; round < 25; round++) {
        const { card } = await ada.client.addProjectCard({ project_id: id, text: `${round}`, position: 0 })
        if (round % 3 === 0) await ada.client.editCard({ id: card.id, complete: true })
      }
      return 'done'
    })()
    let isDone = false
    void writing.then(() => {
      isDone = true
    })
    while (!isDone) {
      const { seq, cards, projects } = await ada.client.changes()
      const [project] = projects
      expect(project?.card_count).toBe(cards.length)
      expect(project?.completed_card_count).toBe(cards.filter(({ complete }) => complete).length)
      expect(Math.max(1, ...cards.map(({ revision }) => revision))).toBe(seq)
      expect(cards.map(({ position }) => position).sort((a, b) => a - b)).toEqual(
        times(cards.length, (n) => n),
      )
    }
    expect(await writing).toBe('done')
  })

  test('is asked for with a whole number from 0 on, or none, by whoever is signed in', async () => {
    const { send } = await newcomer()
    for (const since of ['', '-1', '1.5', 'x', '0x1', '1e1', '%201', '0&since=0'])
      expect([since, (await send(`GET /api/changes?since=${since}`)).outcome]).toEqual([
        since,
        '422 validation_failed',
      ])
    expect((await sender(inboard, undefined)('GET /api/changes?since=x')).outcome).toBe('401 unauthenticated')
    const { headers, body } = await send('GET /api/changes?since=0&other=1')
    expect([headers.get('cache-control'), body]).toEqual(['no-store', { seq: 0, more: false, ...nothing }])
  })
})

describe('what has changed', () => {
  test('is each thing once, as it is now', async () => {
    const { client, news, card, project } = await newcomer()
    const a = await card('a')
    const { id, statuses, project: made } = await project()
    expect(await news()).toEqual({
      ...nothing,
      seq: 2,
      more: false,
      projects: [made],
      statuses: expect.toSatisfy((given) => ids(given).join() === ids(statuses).join()),
      cards: [a],
    })
    await client.editCard({ id: a.id, text: 'aa' })
    const { card: edited } = await client.editCard({ id: a.id, text: 'aaa' })
    expect(await news()).toEqual({ ...nothing, seq: 4, more: false, cards: [edited] })
    const { project: renamed } = await client.renameProject({ project_id: id, title: 'Yard' })
    expect(await news()).toEqual({ ...nothing, seq: 5, more: false, projects: [renamed] })
    expect(await news()).toEqual({ ...nothing, seq: 5, more: false })
  })

  test('is a position where only the rank has changed, and a card where more has', async () => {
    const { client, news, card } = await newcomer()
    const [a, b, c] = [await card('a'), await card('b'), await card('c')]
    await news()
    await client.setColumn({ ...inbox, card_ids: [c.id], moved: [c.id] })
    const moved = await news()
    expect(moved).toEqual({ ...nothing, seq: 4, more: false, positions: expect.any(Array) })
    expect(new Map(moved.positions.map(({ id, position }) => [id, position]))).toEqual(
      new Map([
        [c.id, 0],
        [a.id, 1],
        [b.id, 2],
      ]),
    )
    const { card: first } = await client.addInboxCard({ text: 'first', position: 0 })
    const added = await news()
    expect([added.cards, ids(added.positions)]).toEqual([[first], ids([a, b, c])])
    const { card: edited } = await client.editCard({ id: a.id, position: 9 })
    expect(await news()).toEqual({ ...nothing, seq: 6, more: false, cards: [edited] })
    await client.removeCard({ id: first.id })
    const removed = await news()
    expect(removed.deleted).toEqual([{ kind: 'card', id: first.id }])
    expect([ids(removed.positions), removed.cards]).toEqual([ids([a, b, c]), []])
    // Edited and then renumbered: it is a card, with the position of now.
    await client.editCard({ id: b.id, text: 'bb' })
    await client.setColumn({ ...inbox, card_ids: [b.id] })
    const both = await news()
    expect(both.cards).toEqual([(await client.readCard({ id: b.id })).card])
    expect(ids(both.positions)).not.toContain(b.id)
  })

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

  test('is nothing of what has come and gone meanwhile but its deletion', async () => {
    const { client, news, card } = await newcomer()
    await news()
    const x = await card('x')
    await client.removeCard({ id: x.id })
    expect(await news()).toEqual({ ...nothing, seq: 2, more: false, deleted: [{ kind: 'card', id: x.id }] })
  })

  test('is a number with nothing in it where the bin is purged', async () => {
    const { client, news, card } = await newcomer()
    for (const text of ['x', 'y']) await client.removeCard({ id: (await card(text)).id })
    await news()
    const [item] = (await client.listBin()).items
    await client.purge({ id: item?.id ?? '' })
    expect(await news()).toEqual({ ...nothing, seq: 5, more: false })
    await client.emptyBin()
    expect(await news()).toEqual({ ...nothing, seq: 6, more: false })
  })

  test('is nobody else’s', async () => {
    const [ada, bob] = [await newcomer(), await newcomer()]
    const { id } = await ada.project()
    await ada.client.removeCard({ id: (await ada.card('x', id)).id })
    await bob.card('his')
    const { cards, projects, statuses, deleted } = await bob.client.changes({ since: 0 })
    expect([cards.length, projects, statuses, deleted]).toEqual([1, [], [], []])
  })

  test('leads every replica, from whatever state, to exactly the account', async () => {
    const ada = await newcomer()
    const { client } = ada
    const projects = [await ada.project('p'), await ada.project('q')]
    const replicas = [Replica.of(await client.changes())]
    const pick = <T>(items: T[]) => items[Math.floor(Math.random() * items.length)] as T
    const cards = async () => (await client.changes()).cards
    const deeds: (() => Promise<unknown>)[] = [
      () => client.addInboxCard({ text: 'new', position: pick([0, 2, 7]) }),
      async () =>
        client.addProjectCard({
          project_id: pick((await client.listProjects()).projects)?.id ?? '',
          text: 'new',
        }),
      async () =>
        client.editCard({
          id: pick(await cards())?.id,
          ...pick([{ text: 'e' }, { complete: true }, { position: 5 }]),
        }),
      async () => client.removeCard({ id: pick(await cards())?.id }),
      async () => {
        const all = await cards()
        const listed = [...new Set(times(4, () => pick(all)?.id))]
        const { todo, doing } = pick(projects)
        await client.setColumn({
          ...pick([inbox, todo, doing]),
          card_ids: listed,
          ...pick([{}, { moved: listed.slice(0, 1) }]),
        })
      },
      async () => client.restore({ id: pick((await client.listBin()).items)?.id }),
      async () => client.removeProject({ project_id: pick(projects).id }),
      async () => client.restore({ id: pick(projects).id }),
      async () => client.renameProject({ project_id: pick(projects).id, title: `${Math.random()}` }),
    ]
    let done = 0
    for (let round = 0; round < 45; round++) {
      done += await pick(deeds)().then(
        () => 1,
        (error) => {
          if (error instanceof ProblemError) return 0
          throw error
        },
      )
      if (round % 10 === 0) replicas.push(Replica.of(await client.changes()))
      const reader = pick(replicas)
      reader.apply(await client.changes({ since: reader.seq ?? 0 }))
      expect(reader.state).toEqual(Replica.of(await client.changes()).state)
    }
    expect(done).toBeGreaterThan(10)
    const account = await accountOf(ada)
    for (const replica of replicas) {
      replica.apply(await client.changes({ since: replica.seq ?? 0 }))
      expect(replica.state).toEqual(account)
    }
  })
})

describe('pages', () => {
  async function withManyCards(count: number) {
    const ada = await newcomer()
    await fillInbox(inboard, ada, count)
    return ada
  }

  async function readAll(ada: SignedIn, since: number, replica = new Replica()) {
    const pages: Changes[] = []
    for (let from = since; ; ) {
      const page = await ada.client.changes({ since: from })
      pages.push(page)
      expect(page.seq).toBeGreaterThan(from)
      replica.apply(page)
      from = page.seq
      if (!page.more) return { pages, replica }
      if (pages.length > 100) return expect.unreachable('it never ends')
    }
  }

  test('follow one another until there is no more, and add up to exactly the account', async () => {
    const ada = await withManyCards(2100)
    const { pages, replica } = await readAll(ada, 0)
    expect(pages.map(({ more }) => more)).toEqual([true, true, false])
    expect(pages.map(({ seq }) => seq)).toEqual([1000, 2000, 2101])
    expect(replica.state).toEqual(await accountOf(ada))
    for (const { cards, seq } of pages)
      for (const { revision } of cards) expect(revision).toBeLessThanOrEqual(seq)
  })

  test('stay right when things change while they are read', async () => {
    const ada = await withManyCards(2100)
    const { client } = ada
    const replica = new Replica()
    const page = await client.changes({ since: 0 })
    replica.apply(page)
    // What was on the first page is edited, deleted and moved; so is what has yet to come.
    await client.editCard({ id: 'card-3', text: 'edited' })
    await client.removeCard({ id: 'card-4' })
    await client.removeCard({ id: 'card-1800' })
    await client.setColumn({ ...inbox, card_ids: ['card-2', 'card-2050'], moved: ['card-2050'] })
    await client.restore({ id: 'card-4' })
    const { id } = (await client.addProject({ title: 'late' })).project
    await client.addProjectCard({ project_id: id, text: 'late' })
    await readAll(ada, page.seq, replica)
    expect(replica.state).toEqual(await accountOf(ada))
    // And from the start.
    expect((await readAll(ada, 0)).replica.state).toEqual(await accountOf(ada))
  })

  test('never split a number', async () => {
    const ada = await withManyCards(1100)
    const before = await ada.seq()
    // One change that renumbers more cards than a page holds.
    const { card } = await ada.client.addInboxCard({ text: 'new', position: 0 })
    const whole = await ada.client.changes({ since: before })
    expect([whole.more, whole.cards.length, whole.positions.length]).toEqual([false, 1, 1101])
    await ada.client.editCard({ id: card.id, text: 'edited' })
    const first = await ada.client.changes({ since: before })
    expect([first.seq, first.more, first.positions.length]).toEqual([before + 1, true, 1101])
    const { replica } = await readAll(ada, 0)
    expect(replica.state).toEqual(await accountOf(ada))
  })

  test('have the statuses of a project that is on a later page, because it was renamed', async () => {
    const ada = await newcomer()
    const { id } = await ada.project('early')
    await fillInbox(inboard, ada, 1050)
    await ada.client.renameProject({ project_id: id, title: 'late' })
    const { pages, replica } = await readAll(ada, 0)
    expect(pages.map(({ projects }) => projects.length)).toEqual([0, 1])
    expect(replica.state).toEqual(await accountOf(ada))
  })

  test('list what was deleted, too', async () => {
    const ada = await withManyCards(1050)
    const replica = (await readAll(ada, 0)).replica
    const before = await ada.seq()
    const { id, todo } = await ada.project()
    const { cards } = await ada.client.listInboxCards()
    await ada.client.setColumn({ ...todo, card_ids: cards.map((card) => card.id) })
    await ada.client.removeProject({ project_id: id })
    await ada.card('last')
    const { pages } = await readAll(ada, before, replica)
    expect(pages.flatMap(({ deleted }) => deleted)).toHaveLength(1052)
    expect(replica.state).toEqual(await accountOf(ada))
  })
})

describe('a cursor is gone', () => {
  const gone = '410 cursor_gone'

  test('if it is ahead of the account', async () => {
    const { send, card } = await newcomer()
    const { outcome } = await send('GET /api/changes?since=1')
    expect(outcome).toBe(gone)
    await card('x')
    for (const since of [2, 1000, 2 ** 31, 2 ** 53, '9'.repeat(30)])
      expect([since, (await send(`GET /api/changes?since=${since}`)).outcome]).toEqual([since, gone])
    expect((await send('GET /api/changes?since=1')).outcome).toBe('200')
  })

  test('if deletions since then are older than 90 days', async () => {
    // The sweeping of the start may come late, and would purge the bin, which takes a number.
    const own = await startTestInboard({ SESSION_TTL: '200d', BIN_DAYS: '365' })
    const { send, client, card } = await newcomer(own)
    const [x, y] = [await card('x'), await card('y')]
    await client.removeCard({ id: x.id })
    own.clock.advance(50 * day)
    await client.removeCard({ id: y.id })
    await card('z')
    own.clock.advance(39 * day)
    await sweepTombstones(own.world)
    expect((await send('GET /api/changes?since=0')).body.deleted).toHaveLength(2)
    own.clock.advance(2 * day)
    await sweepTombstones(own.world)
    for (const since of [0, 1, 2]) expect((await send(`GET /api/changes?since=${since}`)).outcome).toBe(gone)
    expect((await send('GET /api/changes?since=3')).body.deleted).toEqual([{ kind: 'card', id: y.id }])
    const present = await client.changes()
    expect([present.seq, present.cards.length]).toEqual([5, 1])
    own.clock.advance(60 * day)
    await sweepTombstones(own.world)
    for (const since of [0, 3]) expect((await send(`GET /api/changes?since=${since}`)).outcome).toBe(gone)
    // It knows of the deletion.
    expect((await send('GET /api/changes?since=4')).body.cards).toHaveLength(1)
    await own.stop()
  })

  test('if more than 100,000 things have been deleted since then, but for those of the last deletion', async () => {
    const { user, send, client, card, seq } = await newcomer()
    const [x, y] = [await card('x'), await card('y')]
    const before = await seq()
    const stranger = await outsider(inboard.world.config.database)
    const now = new Date(inboard.clock.now()).toISOString()
    // As if the next deletion were that of a large project.
    await stranger.run(`
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 100000)
      insert into tombstones (owner_id, id, kind, seq, deleted_at)
      select '${user.id}', 'gone-' || i, 'card', ${before + 1}, '${now}' from n;
      update counters set tombstones = 100000 where owner_id = '${user.id}'`)
    await stranger.close()
    const kept = async () => {
      const found = await inboard.world.db.get<{ kept: number; counted: number; oldest: number }>`
        select count(*) as kept, (select tombstones from counters where owner_id = ${user.id}) as counted,
          (select oldest from counters where owner_id = ${user.id}) as oldest
        from tombstones where owner_id = ${user.id}`
      return [found?.kept, found?.counted, found?.oldest]
    }
    expect((await send(`DELETE /api/cards/${x.id}`)).outcome).toBe('204')
    expect(await kept()).toEqual([100_001, 100_001, before])
    expect((await send(`GET /api/changes?since=${before - 1}`)).outcome).toBe(gone)
    await client.removeCard({ id: y.id })
    expect(await kept()).toEqual([1, 1, before + 1])
    expect((await send(`GET /api/changes?since=${before}`)).outcome).toBe(gone)
    expect((await client.changes({ since: before + 1 })).deleted).toEqual([{ kind: 'card', id: y.id }])
    // What is restored is not counted any more; that of which nothing is known can be restored, too.
    await client.restore({ id: y.id })
    await client.restore({ id: x.id })
    expect(await kept()).toEqual([0, 0, before + 1])
    expect(ids((await client.changes({ since: before + 1 })).cards)).toEqual(ids([x, y]))
  })
})
