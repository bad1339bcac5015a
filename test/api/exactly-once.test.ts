import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outsider } from '../support/databases/engine.ts'
import { type SignedIn, startTestInboard, type TestInboard } from '../support/service/inboard.ts'
import { type Extras, type Send, type Sent, sender, tally, times } from '../support/service/sending.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard({ MAX_PROJECTS: '4' })
})
afterAll(() => inboard.stop())

const missing = '01890000-0000-7000-8000-000000000000'
const inbox = { project_id: null, status_id: null }

async function newcomer(): Promise<SignedIn & { send: Send; seq(): Promise<number> }> {
  const person = await inboard.signIn()
  return {
    ...person,
    send: sender(inboard, person.token),
    seq: async () => (await person.client.changes()).seq,
  }
}

/** What a repetition must have in common with the first answer. */
const essence = ({ status, body, headers }: Sent) => ({
  status,
  body,
  etag: headers.get('etag'),
  location: headers.get('location'),
})

describe('a key', () => {
  test('makes every kind of write happen once, however often it is sent', async () => {
    const { send, client, seq } = await newcomer()
    const { project } = await client.addProject({ title: 'Project' })
    const made = await Promise.all(times(6, () => client.addInboxCard({ text: 'x' })))
    const [a, b, c, d] = made.map(({ card }) => card.id)
    await client.removeCard({ id: c ?? '' })
    await client.removeCard({ id: d ?? '' })
    const { project: old } = await client.addProject({ title: 'Old' })
    await client.removeProject({ project_id: old.id })
    const { project: older } = await client.addProject({ title: 'Older' })
    const writes: [string, unknown?][] = [
      ['POST /api/projects', { title: 'New' }],
      ['POST /api/inbox/cards', { text: 'new', position: 0 }],
      [`POST /api/projects/${project.id}/cards`, { text: 'new', complete: true }],
      [`PATCH /api/cards/${a}`, { text: 'edited', position: 3 }],
      [`PATCH /api/projects/${project.id}`, { title: 'Renamed' }],
      ['PUT /api/cards/order', { ...inbox, card_ids: [b, a] }],
      [`DELETE /api/cards/${b}`],
      [`DELETE /api/projects/${older.id}`],
      [`POST /api/bin/${c}/restore`],
      [`POST /api/bin/${old.id}/restore`],
      [`DELETE /api/bin/${d}`],
      ['DELETE /api/bin'],
    ]
    for (const [index, [call, body]] of writes.entries()) {
      const before = await seq()
      const key = `once-${index}`
      const first = await send(call, { body, key })
      expect([call, first.status < 300, first.seq, first.isReplay]).toEqual([call, true, before + 1, false])
      const state = await client.changes()
      for (let round = 0; round < 2; round++) {
        inboard.clock.advance(5)
        const again = await send(call, { body, key })
        expect([call, again.isReplay, again.seq, essence(again)]).toEqual([
          call,
          true,
          before + 1,
          essence(first),
        ])
      }
      expect(await client.changes()).toEqual(state)
    }
  })

  test('of many requests at once: one takes effect, all get the same answer', async () => {
    const { send, client, seq } = await newcomer()
    const { project } = await client.addProject({ title: 'Project' })
    const { card } = await client.addProjectCard({ project_id: project.id, text: 'x' })
    const writes: [string, unknown?][] = [
      ['POST /api/inbox/cards', { text: 'new' }],
      [`PATCH /api/cards/${card.id}`, { text: 'edited' }],
      [`DELETE /api/cards/${card.id}`],
      [`POST /api/bin/${card.id}/restore`],
      ['POST /api/projects', { title: 'Q' }],
    ]
    for (const [call, body] of writes) {
      const before = await seq()
      const key = randomUUID()
      const answers = await Promise.all(times(8, () => send(call, { body, key })))
      expect([call, answers.filter(({ isReplay }) => !isReplay).length]).toEqual([call, 1])
      for (const answer of answers) expect(essence(answer)).toEqual(essence(answers[0] as Sent))
      expect(answers.map((answer) => answer.seq)).toEqual(answers.map(() => before + 1))
      expect(await seq()).toBe(before + 1)
    }
    expect((await client.listInboxCards()).cards).toHaveLength(1)
  })

  test('of two different requests at once: one takes effect, the other is refused', async () => {
    const { send, client, seq } = await newcomer()
    for (let round = 0; round < 5; round++) {
      const key = randomUUID()
      const answers = await Promise.all([
        send('POST /api/inbox/cards', { body: { text: 'one' }, key }),
        send('POST /api/inbox/cards', { body: { text: 'other' }, key }),
      ])
      expect(tally(answers)).toEqual({ '201': 1, '422 idempotency_key_reused': 1 })
      expect((await client.readCard({ id: key })).card.text).toBe(
        answers.find(({ status }) => status === 201)?.body.card.text,
      )
    }
    expect(await seq()).toBe(5)
  })

  test('tells requests apart by method, path and body, and by nothing else', async () => {
    const { send, client, seq } = await newcomer()
    const { project } = await client.addProject({ title: 'Project' })
    const [{ card }, { card: other }] = [
      await client.addInboxCard({ text: 'x' }),
      await client.addInboxCard({ text: 'y' }),
    ]
    const key = 'k'
    const call = `PATCH /api/cards/${card.id}`
    expect((await send(call, { body: { text: 'z' }, key })).outcome).toBe('200')
    const present = await seq()
    const different: [string, Extras?][] = [
      [call, { body: { text: 'other' } }],
      [call, { body: { text: 'z', complete: false } }],
      [`PATCH /api/cards/${other.id}`, { body: { text: 'z' } }],
      [`PATCH /api/projects/${project.id}`, { body: { title: 'z' } }],
      [`DELETE /api/cards/${card.id}`],
      ['POST /api/inbox/cards', { body: { text: 'z' } }],
      [`POST /api/projects/${project.id}/cards`, { body: { text: 'z' } }],
      ['PUT /api/cards/order', { body: { ...inbox, card_ids: [] } }],
      ['DELETE /api/bin'],
      // Things that are not there come later in the order of the checks.
      [`PATCH /api/cards/${missing}`, { body: { text: 'z' } }],
      [`POST /api/bin/${missing}/restore`],
    ]
    for (const [one, extras] of different)
      expect([one, (await send(one, { ...extras, key })).outcome]).toEqual([
        one,
        '422 idempotency_key_reused',
      ])
    const same: Extras[] = [
      { body: { text: 'z' }, ifMatch: '"1"' },
      { body: { text: 'z' }, ifMatch: '*' },
      { body: '{ "text" : "z" }' },
      { body: { text: 'z' }, headers: { 'content-type': 'application/json; charset=utf-8' } },
    ]
    for (const extras of same)
      expect(await send(call, { ...extras, key })).toMatchObject({ outcome: '200', isReplay: true })
    for (const path of [
      `${call}/`,
      `${call}?x=1`,
      call.replace(card.id, `%${card.id.charCodeAt(0).toString(16)}${card.id.slice(1)}`),
    ])
      expect(await send(path, { body: { text: 'z' }, key })).toMatchObject({ outcome: '200', isReplay: true })
    expect(await seq()).toBe(present)
  })

  test('belongs to its account', async () => {
    const [ada, bob] = [await newcomer(), await newcomer()]
    const first = await ada.send('POST /api/inbox/cards', { body: { text: 'hers' }, key: 'shared' })
    const second = await bob.send('POST /api/inbox/cards', { body: { text: 'his' }, key: 'shared' })
    expect([first.isReplay, second.isReplay, second.body.card.text]).toEqual([false, false, 'his'])
  })

  test('is 1 to 128 visible ASCII characters', async () => {
    const { send, client, seq } = await newcomer()
    for (const key of ['!', '~', 'x'.repeat(128), '"quoted"', 'a,b', "'or'1=1;--"])
      expect([key, (await send('POST /api/inbox/cards', { body: { text: 'x' }, key })).outcome]).toEqual([
        key,
        '201',
      ])
    const present = await seq()
    for (const key of ['', ' ', 'a b', 'x'.repeat(129), 'é', 'a\tb', '\u00ff']) {
      for (const [call, body] of [
        ['POST /api/inbox/cards', { text: 'x' }],
        [`PATCH /api/cards/${missing}`, { text: 'x' }],
        [`DELETE /api/cards/${missing}`, undefined],
        ['DELETE /api/bin', undefined],
      ] as const)
        expect([key, (await send(call, { body, key })).outcome]).toEqual([key, '422 validation_failed'])
    }
    expect(await seq()).toBe(present)
    // To calls that write none of these things it means nothing.
    expect((await send('GET /api/inbox/cards', { key: 'a b' })).status).toBe(200)
    expect((await send('GET /api/me', { key: '' })).status).toBe(200)
    expect((await client.listInboxCards()).cards).toHaveLength(6)
  })

  test('is recorded with what changes nothing, and not with a refusal', async () => {
    const { send, client, seq } = await newcomer()
    const { card } = await client.addInboxCard({ text: 'x' })
    const idle = { body: { text: 'x' }, key: 'idle' }
    expect(await send(`PATCH /api/cards/${card.id}`, idle)).toMatchObject({
      status: 200,
      seq: 1,
      isReplay: false,
    })
    await client.editCard({ id: card.id, text: 'y' })
    // Done once: it does not undo what has come since.
    expect(await send(`PATCH /api/cards/${card.id}`, idle)).toMatchObject({
      status: 200,
      seq: 2,
      isReplay: true,
      body: { card: { text: 'y' } },
    })
    expect((await send('DELETE /api/bin', { key: 'empty' })).seq).toBe(2)
    await client.removeCard({ id: card.id })
    expect(await send('DELETE /api/bin', { key: 'empty' })).toMatchObject({
      status: 204,
      seq: 3,
      isReplay: true,
    })
    expect((await client.listBin()).items).toHaveLength(1)

    const late = { body: { text: 'late' }, key: 'late' }
    expect((await send(`PATCH /api/cards/${card.id}`, late)).outcome).toBe('404 not_found')
    await client.restore({ id: card.id })
    expect((await send(`PATCH /api/cards/${card.id}`, { ...late, ifMatch: '"1"' })).outcome).toBe(
      '412 changed_meanwhile',
    )
    expect((await send(`PATCH /api/cards/${card.id}`, { ...late, body: { text: 1 } })).outcome).toBe(
      '422 validation_failed',
    )
    expect(await send(`PATCH /api/cards/${card.id}`, late)).toMatchObject({ status: 200, isReplay: false })
    expect((await client.readCard({ id: card.id })).card.text).toBe('late')
    expect(await seq()).toBe(5)
  })

  test('comes behind the session and the body, and before existence, id and If-Match', async () => {
    const { send, client } = await newcomer()
    const visitor = sender(inboard, undefined)
    const { card } = await client.addInboxCard({ text: 'x' })
    const key = randomUUID()
    await send(`PATCH /api/cards/${card.id}`, { body: { text: 'y' }, key })
    expect((await visitor(`PATCH /api/cards/${card.id}`, { body: { text: 'y' }, key: '' })).outcome).toBe(
      '401 unauthenticated',
    )
    expect((await send(`PATCH /api/cards/${card.id}`, { body: {}, key })).outcome).toBe(
      '422 validation_failed',
    )
    expect((await send('POST /api/inbox/cards', { body: '{', key: '' })).outcome).toBe('400 malformed_json')
    // It would be the id of something that is there.
    expect((await send('POST /api/inbox/cards', { body: { text: 'x' }, key })).outcome).toBe(
      '422 idempotency_key_reused',
    )
    await client.removeCard({ id: card.id })
    expect(
      await send(`PATCH /api/cards/${card.id}`, { body: { text: 'y' }, key, ifMatch: '"7"' }),
    ).toMatchObject({
      outcome: '404 not_found',
      isReplay: true,
    })
  })

  test('gives the thing as it is now, or 404 if it has been deleted since', async () => {
    const { send, client } = await newcomer()
    const { project } = await client.addProject({ title: 'Project' })
    const id = randomUUID()
    const create = () => send(`POST /api/projects/${project.id}/cards`, { body: { text: 'x' }, key: id })
    const edit = () => send(`PATCH /api/cards/${id}`, { body: { text: 'y' }, key: 'edit' })
    const remove = () => send(`DELETE /api/cards/${id}`, { key: 'remove' })
    const restore = () => send(`POST /api/bin/${id}/restore`, { key: 'restore' })
    const outcomes = async (...calls: (() => Promise<Sent>)[]) => {
      const answers: Sent[] = []
      for (const call of calls) answers.push(await call())
      return answers.map(({ outcome, isReplay }) => `${outcome}${isReplay ? ' again' : ''}`)
    }
    expect(await outcomes(create, edit)).toEqual(['201', '200'])
    await client.editCard({ id, text: 'z' })
    await client.setColumn({ ...inbox, card_ids: [id] })
    const now = { ...(await client.readCard({ id })).card }
    expect(await create()).toMatchObject({ status: 201, isReplay: true, body: { card: now } })
    expect(await edit()).toMatchObject({ status: 200, isReplay: true, body: { card: now } })

    expect(await outcomes(remove, remove, create, edit)).toEqual([
      '204',
      '204 again',
      '404 not_found again',
      '404 not_found again',
    ])
    expect(await outcomes(restore, restore, create, edit, remove)).toEqual([
      '200',
      '200 again',
      '201 again',
      '200 again',
      '204 again',
    ])
    expect((await client.readCard({ id })).card.text).toBe('z')

    await client.removeCard({ id })
    await client.purge({ id })
    expect(await outcomes(create, edit, remove, restore)).toEqual([
      '404 not_found again',
      '404 not_found again',
      '204 again',
      '404 not_found again',
    ])
    const order = { body: { project_id: project.id, status_id: '', card_ids: [] }, key: 'order' }
    const { statuses } = await client.listStatuses({ project_id: project.id })
    order.body.status_id = statuses[1]?.id ?? ''
    expect((await send('PUT /api/cards/order', order)).outcome).toBe('200')
    await client.removeProject({ project_id: project.id })
    expect(await send('PUT /api/cards/order', order)).toMatchObject({
      outcome: '404 not_found',
      isReplay: true,
    })
    expect((await client.changes()).cards).toEqual([])
  })

  test('of a project replays it with its counts of now, also above the limit', async () => {
    const { send, client } = await newcomer()
    const key = randomUUID()
    await send('POST /api/projects', { body: { title: 'P' }, key })
    await client.addProjectCard({ project_id: key, text: 'x' })
    for (const title of ['2', '3', '4']) await client.addProject({ title })
    expect(await send('POST /api/projects', { body: { title: 'P' }, key })).toMatchObject({
      outcome: '201',
      isReplay: true,
      body: { project: { id: key, card_count: 1 } },
    })
    // Taken comes before the limit.
    const { card } = await client.addInboxCard({ text: 'x' })
    expect((await send('POST /api/projects', { body: { title: 'P' }, key: card.id })).outcome).toBe(
      '409 id_taken',
    )
    const fifth = { body: { title: '5' }, key: randomUUID() }
    expect((await send('POST /api/projects', fifth)).outcome).toBe('409 project_limit_reached')
    await client.removeProject({ project_id: key })
    expect(await send('POST /api/projects', fifth)).toMatchObject({ outcome: '201', isReplay: false })
  })
})

describe('a key that is a UUID', () => {
  test('is the id of the new card or project, whatever its version', async () => {
    const { send, client } = await newcomer()
    const { project } = await client.addProject({ title: 'P' })
    const uuids = [
      randomUUID(),
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
      '01890000-0000-7000-8000-0000000000aa',
    ]
    for (const key of uuids) {
      const { body, headers } = await send('POST /api/inbox/cards', { body: { text: 'x' }, key })
      expect([body.card.id, headers.get('location')]).toEqual([key, `/api/cards/${key}`])
      expect((await client.readCard({ id: key })).card).toEqual(body.card)
    }
    const inProject = randomUUID()
    const added = await send(`POST /api/projects/${project.id}/cards`, {
      body: { text: 'x' },
      key: inProject,
    })
    expect(added.body.card.id).toBe(inProject)
    const ofProject = randomUUID()
    const { body } = await send('POST /api/projects', { body: { title: 'Q', id: missing }, key: ofProject })
    expect(body.project.id).toBe(ofProject)
    expect((await client.listStatuses({ project_id: ofProject })).statuses).toHaveLength(3)
  })

  test('and what is none, in upper case or in braces, or an id in the body, is not', async () => {
    const { send } = await newcomer()
    const id = randomUUID()
    for (const key of [id.toUpperCase(), `{${id}}`, id.replaceAll('-', ''), `urn:uuid:${id}`, `${id}0`]) {
      const { body } = await send('POST /api/inbox/cards', { body: { text: 'x', id }, key })
      expect(body.card.id).not.toBe(id)
      expect(body.card.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    }
  })

  test('is refused if the account has it already, there, in the bin or among the deleted', async () => {
    const { send, client, seq } = await newcomer()
    const { project } = await client.addProject({ title: 'P' })
    const { card } = await client.addProjectCard({ project_id: project.id, text: 'x' })
    const { statuses } = await client.listStatuses({ project_id: project.id })
    const taken = async (...ids: string[]) => {
      const present = await seq()
      for (const key of ids) {
        for (const [call, body] of [
          ['POST /api/inbox/cards', { text: 'y' }],
          ['POST /api/projects', { title: 'y' }],
        ] as const)
          expect([call, key, (await send(call, { body, key })).outcome]).toEqual([call, key, '409 id_taken'])
      }
      expect(await seq()).toBe(present)
    }
    const ids = [project.id, card.id, statuses[0]?.id ?? '']
    await taken(...ids)
    // A missing project comes before that.
    expect(
      (await send(`POST /api/projects/${missing}/cards`, { body: { text: 'y' }, key: card.id })).outcome,
    ).toBe('404 not_found')
    await client.removeProject({ project_id: project.id })
    await taken(...ids)
    await client.emptyBin()
    await taken(project.id, card.id)
    const { card: single } = await client.addInboxCard({ text: 'x' })
    await client.removeCard({ id: single.id })
    await taken(single.id)
  })

  test('may be the id of something that another account has', async () => {
    const [ada, bob] = [await newcomer(), await newcomer()]
    const [key, ofProject] = [randomUUID(), randomUUID()]
    for (const { send } of [ada, bob]) {
      expect((await send('POST /api/projects', { body: { title: 'P' }, key: ofProject })).outcome).toBe('201')
      expect(
        (await send(`POST /api/projects/${ofProject}/cards`, { body: { text: 'x' }, key })).outcome,
      ).toBe('201')
    }
    await ada.client.editCard({ id: key, text: 'hers' })
    expect((await bob.client.readCard({ id: key })).card).toMatchObject({ text: 'x', owner_id: bob.user.id })
    await ada.client.removeProject({ project_id: ofProject })
    expect((await bob.client.listProjectCards({ project_id: ofProject })).cards).toHaveLength(1)
    await bob.client.removeCard({ id: key })
    await ada.client.restore({ id: ofProject })
    expect((await ada.client.readCard({ id: key })).card).toMatchObject({
      text: 'hers',
      owner_id: ada.user.id,
    })
    expect((await bob.client.listBin()).items.map(({ id }) => id)).toEqual([key])
  })

  test('from two devices at once makes one thing', async () => {
    const { send, client } = await newcomer()
    const key = randomUUID()
    const answers = await Promise.all([
      send('POST /api/inbox/cards', { body: { text: 'x' }, key }),
      send('POST /api/projects', { body: { title: 'x' }, key }),
      send('POST /api/inbox/cards', { body: { text: 'x' }, key }),
      send('POST /api/projects', { body: { title: 'x' }, key }),
    ])
    expect(tally(answers)).toEqual({ '201': 2, '422 idempotency_key_reused': 2 })
    const { cards, projects, seq } = await client.changes()
    expect([...cards, ...projects].map(({ id }) => id)).toEqual([key])
    expect(seq).toBe(1)
  })
})

describe('keys are kept', () => {
  const day = 86_400_000

  test('for 30 days at least, and not for ever', async () => {
    const own = await startTestInboard()
    const { user, token } = await own.signIn()
    const send = sender(own, token)
    const { db } = own.world
    const count = async () => (await db.all`select key from idempotency_keys`).length
    const first = { body: { text: 'x' }, key: 'first' }
    await send('POST /api/inbox/cards', first)
    own.clock.advance(29.9 * day)
    await send('POST /api/inbox/cards', { body: { text: 'y' }, key: 'second' })
    expect(await send('POST /api/inbox/cards', first)).toMatchObject({ isReplay: true })
    own.clock.advance(25 * day)
    const { token: renewed } = await own.signIn(user.email)
    const later = sender(own, renewed)
    for (let round = 0; round < 5; round++) await later('DELETE /api/bin', { key: `later-${round}` })
    expect(await count()).toBe(6)
    expect(await later('POST /api/inbox/cards', first)).toMatchObject({ status: 201, isReplay: false })
    await own.stop()
  })

  test('up to 100,000 of one account', async () => {
    const { user, send } = await newcomer()
    const stranger = await outsider(inboard.world.config.database)
    const now = new Date(inboard.clock.now()).toISOString()
    const numbers = 'with recursive n (i) as (select 1 union all select i + 1 from n where i < 100000)'
    await stranger.run(`${numbers} insert into idempotency_keys (owner_id, key, number, request, created_id, created_at)
      select '${user.id}', 'bulk-' || i, i, 'x', null, '${now}' from n`)
    await stranger.close()
    const { db } = inboard.world
    const keys = async () => {
      const [found] = await db.all<{ count: number; oldest: number }>`
        select count(*) as count, min(number) as oldest from idempotency_keys where owner_id = ${user.id}`
      return [found?.count, found?.oldest]
    }
    for (let round = 0; round < 3; round++) await send('DELETE /api/bin', { key: `new-${round}` })
    expect(await keys()).toEqual([100_000, 4])
    expect(await send('DELETE /api/bin', { key: 'new-0' })).toMatchObject({ isReplay: true })
    expect((await send('DELETE /api/bin', { key: 'bulk-4' })).outcome).toBe('422 idempotency_key_reused')
    expect(await send('DELETE /api/bin', { key: 'bulk-3' })).toMatchObject({ status: 204, isReplay: false })
  })
})
