import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestInboard, type TestInboard } from '../support/service/inboard.ts'
import { sender, tally, times } from '../support/service/sending.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard({ MAX_PROJECTS: '3' })
})
afterAll(() => inboard.stop())

const missing = '01890000-0000-7000-8000-000000000000'
const inbox = { project_id: null, status_id: null }

/** Somebody with a project of three columns, and cards in its first one and in the inbox. */
async function withBoard(inProject: string[] = [], inInbox: string[] = []) {
  const person = await inboard.signIn()
  const { client } = person
  const { project } = await client.addProject({ title: 'Project' })
  const project_id = project.id
  const { statuses } = await client.listStatuses({ project_id })
  const [todo, doing, done] = statuses.map(({ id }) => ({ project_id, status_id: id }))
  const ids: Record<string, string> = {}
  for (const text of inProject) ids[text] = (await client.addProjectCard({ project_id, text })).card.id
  for (const text of inInbox) ids[text] = (await client.addInboxCard({ text })).card.id
  const card = async (text: string) => (await client.readCard({ id: ids[text] ?? '' })).card
  return {
    ...person,
    send: sender(inboard, person.token),
    project,
    project_id,
    columns: { todo, doing, done } as Record<
      'todo' | 'doing' | 'done',
      { project_id: string; status_id: string }
    >,
    ids,
    card,
    seq: async () => (await client.changes()).seq,
  }
}

describe('the counter', () => {
  test('takes the next number for each write, whatever it writes', async () => {
    const { token } = await inboard.signIn()
    const send = sender(inboard, token)
    const seqs: (number | undefined)[] = []
    const did = async (call: string, body?: unknown) => {
      const answer = await send(call, { body })
      expect(answer.status).toBeLessThan(300)
      seqs.push(answer.seq)
      return answer.body
    }
    const { project } = await did('POST /api/projects', { title: 'Garden' })
    const { card } = await did(`POST /api/projects/${project.id}/cards`, { text: 'a' })
    const { card: other } = await did('POST /api/inbox/cards', { text: 'b' })
    await did(`PATCH /api/cards/${card.id}`, { text: 'c' })
    await did(`PATCH /api/cards/${card.id}`, { complete: true })
    await did(`PATCH /api/cards/${card.id}`, { position: 7 })
    await did(`PATCH /api/projects/${project.id}`, { title: 'Yard' })
    await did('PUT /api/cards/order', { ...inbox, card_ids: [card.id, other.id] })
    await did('PUT /api/cards/order', { ...inbox, card_ids: [other.id, card.id], moved: [other.id] })
    await did(`DELETE /api/cards/${card.id}`)
    await did(`POST /api/bin/${card.id}/restore`)
    await did(`DELETE /api/projects/${project.id}`)
    await did(`POST /api/bin/${project.id}/restore`)
    await did(`DELETE /api/cards/${card.id}`)
    await did(`DELETE /api/bin/${card.id}`)
    await did(`DELETE /api/cards/${other.id}`)
    await did('DELETE /api/bin')
    expect(seqs).toEqual(times(seqs.length, (index) => index + 1))
    expect((await send('GET /api/changes')).body.seq).toBe(seqs.length)
    // Reading takes none, and says none.
    expect((await send(`GET /api/projects/${project.id}`)).seq).toBeUndefined()
  })

  test('is another one for each account, and of a new account 0', async () => {
    const [ada, bob] = [await inboard.signIn(), await inboard.signIn()]
    await ada.client.addInboxCard({ text: 'a' })
    expect((await bob.client.changes()).seq).toBe(0)
    expect((await bob.client.addInboxCard({ text: 'b' })).card.revision).toBe(1)
  })

  test('is not raised by what changes nothing, which answers with the present number', async () => {
    const { client, send, project_id, columns, ids, card, seq } = await withBoard(['a', 'b'], ['c'])
    await client.editCard({ id: ids.a ?? '', complete: true })
    const before = [await card('a'), await card('b'), (await client.readProject({ project_id })).project]
    const present = await seq()
    const idle: [string, unknown?][] = [
      [`PATCH /api/cards/${ids.a}`, { text: ' a ', complete: true, position: 0 }],
      [`PATCH /api/cards/${ids.a}`, { complete: true }],
      [`PATCH /api/projects/${project_id}`, { title: ' Project ' }],
      ['PUT /api/cards/order', { ...columns.todo, card_ids: [ids.a, ids.b] }],
      ['PUT /api/cards/order', { ...columns.todo, card_ids: [ids.a] }],
      ['PUT /api/cards/order', { ...columns.todo, card_ids: [] }],
      ['PUT /api/cards/order', { ...columns.doing, card_ids: [] }],
      ['PUT /api/cards/order', { ...columns.todo, card_ids: [ids.b, ids.a], moved: [] }],
      ['PUT /api/cards/order', { ...columns.todo, card_ids: [ids.a, ids.b], moved: [ids.b] }],
      ['DELETE /api/bin'],
    ]
    for (const [index, [call, body]] of idle.entries()) {
      for (const extras of [{}, { key: `idle-${index}` }]) {
        const answer = await send(call, { body, ...extras })
        expect([call, body, answer.status < 300, answer.seq]).toEqual([call, body, true, present])
      }
    }
    inboard.clock.advance(5)
    expect([await card('a'), await card('b'), (await client.readProject({ project_id })).project]).toEqual(
      before,
    )
    expect(await client.changes({ since: present })).toEqual({
      seq: present,
      more: false,
      projects: [],
      statuses: [],
      cards: [],
      positions: [],
      deleted: [],
    })
  })

  test('is not raised by a refusal', async () => {
    const { client, send, project_id, columns, ids, seq } = await withBoard(['a', 'b'])
    await client.addProject({ title: 'Second' })
    await client.addProject({ title: 'Third' })
    const present = await seq()
    const id = ids.a ?? ''
    const refused: [string, string, Parameters<typeof send>[1]?][] = [
      ['422 validation_failed', 'POST /api/inbox/cards', { body: { text: '' } }],
      ['400 malformed_json', 'POST /api/inbox/cards', { body: '{' }],
      [
        '415 unsupported_media_type',
        'POST /api/inbox/cards',
        { body: 'x', headers: { 'content-type': 'text/plain' } },
      ],
      ['413 payload_too_large', 'POST /api/inbox/cards', { body: { text: 'x'.repeat(70_000) } }],
      ['422 validation_failed', 'POST /api/inbox/cards', { body: { text: 'x' }, key: 'with space' }],
      ['404 not_found', `POST /api/projects/${missing}/cards`, { body: { text: 'x' } }],
      ['409 id_taken', `POST /api/projects/${project_id}/cards`, { body: { text: 'x' }, key: id }],
      ['409 id_taken', 'POST /api/projects', { body: { title: 'x' }, key: project_id }],
      ['409 project_limit_reached', 'POST /api/projects', { body: { title: 'x' } }],
      ['404 not_found', `PATCH /api/cards/${missing}`, { body: { text: 'x' } }],
      ['422 validation_failed', `PATCH /api/cards/${id}`, { body: {} }],
      ['412 changed_meanwhile', `PATCH /api/cards/${id}`, { body: { text: 'x' }, ifMatch: '"1"' }],
      ['412 changed_meanwhile', `DELETE /api/cards/${id}`, { ifMatch: '"1"' }],
      [
        '412 changed_meanwhile',
        `PATCH /api/projects/${project_id}`,
        { body: { title: 'x' }, ifMatch: '"9"' },
      ],
      ['412 changed_meanwhile', `DELETE /api/projects/${project_id}`, { ifMatch: '"9"' }],
      ['404 not_found', `DELETE /api/cards/${missing}`],
      ['404 not_found', `DELETE /api/projects/${missing}`],
      [
        '404 not_found',
        'PUT /api/cards/order',
        { body: { ...columns.todo, card_ids: [ids.b, missing, ids.a] } },
      ],
      [
        '404 not_found',
        'PUT /api/cards/order',
        { body: { ...columns.todo, card_ids: [ids.b, missing], moved: [missing] } },
      ],
      [
        '422 validation_failed',
        'PUT /api/cards/order',
        { body: { ...columns.todo, card_ids: [ids.b], moved: [ids.a] } },
      ],
      ['404 not_found', `POST /api/bin/${id}/restore`],
      ['404 not_found', `DELETE /api/bin/${id}`],
    ]
    for (const [outcome, call, extras] of refused) {
      const answer = await send(call, extras)
      expect([call, answer.outcome, answer.seq]).toEqual([call, outcome, undefined])
      expect(await seq()).toBe(present)
    }
    expect((await client.addInboxCard({ text: 'next' })).card.revision).toBe(present + 1)
    expect((await client.listProjectCards({ project_id })).cards.map(({ text }) => text)).toEqual(['a', 'b'])
  })

  test('has no gap and no number twice, however many write at once', async () => {
    const { send, project_id, columns, ids, seq } = await withBoard(['a', 'b', 'c', 'd'], ['e', 'f'])
    const present = await seq()
    const answers = await Promise.all(
      times(48, (index) => {
        const deeds = [
          () => send('POST /api/inbox/cards', { body: { text: `new ${index}`, position: 0 } }),
          () =>
            send(`POST /api/projects/${project_id}/cards`, {
              body: { text: `new ${index}` },
              key: `k${index}`,
            }),
          () => send(`PATCH /api/cards/${ids.a}`, { body: { text: `text ${index}` } }),
          () => send(`PATCH /api/projects/${project_id}`, { body: { title: `title ${index}` } }),
          () =>
            send('PUT /api/cards/order', {
              body: { ...columns.doing, card_ids: [index % 2 ? ids.b : ids.c, ids.e] },
            }),
          () =>
            send('PUT /api/cards/order', {
              body: { ...inbox, card_ids: [ids.f, ids.e, ids.b], moved: [ids.e] },
            }),
          () => send(`DELETE /api/cards/${missing}`),
          () => send('DELETE /api/bin'),
        ]
        return deeds[index % deeds.length]?.() ?? expect.unreachable()
      }),
    )
    const last = await seq()
    const taken = [...new Set(answers.flatMap((answer) => answer.seq ?? []))].filter((one) => one > present)
    expect(taken.sort((a, b) => a - b)).toEqual(times(last - present, (index) => present + 1 + index))
    // Of those that surely changed something, each has a number of its own, and the last has the last word.
    const edits = answers.filter((_, index) => index % 8 === 2)
    expect(edits.map(({ body, seq: taken }) => body.card.revision === taken)).toEqual(edits.map(() => true))
    expect(new Set(edits.map((edit) => edit.seq)).size).toBe(edits.length)
    const newest = edits.toSorted((a, b) => (b.seq ?? 0) - (a.seq ?? 0))[0]
    const { card } = (await send(`GET /api/cards/${ids.a}`)).body
    expect([card.text, card.revision]).toEqual([newest?.body.card.text, newest?.seq])
  })

  test('counts what succeeded of an edit and a deletion at once, and nothing else', async () => {
    const { client, send, seq } = await withBoard()
    for (let round = 0; round < 8; round++) {
      const { card } = await client.addInboxCard({ text: 'x' })
      const present = await seq()
      const answers = await Promise.all([
        send(`PATCH /api/cards/${card.id}`, { body: { text: 'y' } }),
        send(`DELETE /api/cards/${card.id}`),
        send(`PATCH /api/cards/${card.id}`, { body: { complete: true }, ifMatch: '*' }),
        send(`DELETE /api/cards/${card.id}`),
      ])
      const succeeded = answers.flatMap((answer) => answer.seq ?? [])
      expect(succeeded.sort((a, b) => a - b)).toEqual(times(succeeded.length, (index) => present + 1 + index))
      expect(await seq()).toBe(present + succeeded.length)
      const { '200': edits = 0, ...others } = tally(answers)
      expect(others).toEqual({ '204': 1, '404 not_found': 3 - edits })
    }
  })
})

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

  test('is the ETag of one card and of one project, read, created and changed, and nothing is to be stored', async () => {
    const { send } = await withBoard()
    const { project } = (await send('POST /api/projects', { body: { title: 'P' } })).body
    const { card } = (await send(`POST /api/projects/${project.id}/cards`, { body: { text: 'x' } })).body
    const calls: [string, unknown?][] = [
      ['POST /api/projects', { title: 'Q' }],
      [`POST /api/projects/${project.id}/cards`, { text: 'x' }],
      ['POST /api/inbox/cards', { text: 'x' }],
      [`GET /api/projects/${project.id}`],
      [`GET /api/cards/${card.id}`],
      [`PATCH /api/projects/${project.id}`, { title: 'PP' }],
      [`PATCH /api/projects/${project.id}`, { title: 'PP' }],
      [`PATCH /api/cards/${card.id}`, { text: 'y' }],
      [`PATCH /api/cards/${card.id}`, { text: 'y' }],
    ]
    for (const [call, body] of calls) {
      const answer = await send(call, { body })
      const thing = answer.body.card ?? answer.body.project
      expect([call, answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([
        call,
        `"${thing.revision}"`,
        'no-store',
      ])
    }
    // Positions and counts change without it: so what is there is never "not modified".
    const again = await send(`GET /api/cards/${card.id}`, { headers: { 'if-none-match': '*' } })
    expect(again.status).toBe(200)
    const etag = again.headers.get('etag') ?? ''
    const third = await send(`GET /api/cards/${card.id}`, { headers: { 'if-none-match': etag } })
    expect([third.status, third.body]).toEqual([200, again.body])
  })
})

describe('If-Match', () => {
  /** `R` stands for the present revision. */
  const accepted = [
    '"R"',
    'W/"R"',
    '"R-gzip"',
    'W/"R;br"',
    '"R--zstd"',
    '"1", "R"',
    '"R","1"',
    'W/"7",W/"R"',
    '*',
    ' * ',
  ]
  const refused = [
    '"1R"',
    '"R0"',
    '"R1"',
    '"1"',
    'W/"1"',
    '"1", "2"',
    '',
    '""',
    'R',
    '"R',
    'R"',
    '"*"',
    '"-R"',
    '"x-R"',
    '"gzip"',
  ]

  test('with the present revision, in whatever form, lets it pass', async () => {
    const { client, send } = await withBoard(times(9, (index) => `card ${index}`))
    for (const template of accepted) {
      const { project } = await client.addProject({ title: 'Yard' })
      const { card } = await client.addInboxCard({ text: 'a' })
      const [ofCard, ofProject] = [`/api/cards/${card.id}`, `/api/projects/${project.id}`]
      const tag = (revision: number) => ({ ifMatch: template.replaceAll('R', String(revision)) })
      const edit = await send(`PATCH ${ofCard}`, { body: { text: 'b' }, ...tag(card.revision) })
      const rename = await send(`PATCH ${ofProject}`, { body: { title: 'Garden' }, ...tag(project.revision) })
      expect([template, edit.outcome, rename.outcome]).toEqual([template, '200', '200'])
      const removals = [
        await send(`DELETE ${ofCard}`, tag(edit.body.card.revision)),
        await send(`DELETE ${ofProject}`, tag(rename.body.project.revision)),
      ]
      expect([template, tally(removals)]).toEqual([template, { '204': 2 }])
    }
  })

  test('with anything else refuses, and nothing is changed', async () => {
    const { client, send, project_id, ids, card, seq } = await withBoard(['a'])
    await client.editCard({ id: ids.a ?? '', text: 'aa' })
    await client.renameProject({ project_id, title: 'Yard' })
    const before = [await card('a'), (await client.readProject({ project_id })).project, await seq()]
    const [{ revision }, { revision: ofProject }] = before as { revision: number }[] as [
      { revision: number },
      { revision: number },
    ]
    for (const template of refused) {
      const forCard = template.replaceAll('R', String(revision))
      const forProject = template.replaceAll('R', String(ofProject))
      const answers = [
        await send(`PATCH /api/cards/${ids.a}`, { body: { text: 'x' }, ifMatch: forCard }),
        // Where it is what is wanted already, too.
        await send(`PATCH /api/cards/${ids.a}`, { body: { text: 'aa' }, ifMatch: forCard }),
        await send(`DELETE /api/cards/${ids.a}`, { ifMatch: forCard }),
        await send(`PATCH /api/projects/${project_id}`, { body: { title: 'x' }, ifMatch: forProject }),
        await send(`DELETE /api/projects/${project_id}`, { ifMatch: forProject }),
      ]
      expect([template, tally(answers)]).toEqual([template, { '412 changed_meanwhile': 5 }])
    }
    expect([await card('a'), (await client.readProject({ project_id })).project, await seq()]).toEqual(before)
    expect((await client.listBin()).items).toEqual([])
  })

  test('lets one of many devices at once win', async () => {
    const { client, send, project_id, ids, card } = await withBoard(['a'])
    const { revision } = await card('a')
    const edits = await Promise.all(
      times(8, (index) =>
        send(`PATCH /api/cards/${ids.a}`, { body: { text: `by ${index}` }, ifMatch: `"${revision}"` }),
      ),
    )
    expect(tally(edits)).toEqual({ '200': 1, '412 changed_meanwhile': 7 })
    expect(await card('a')).toEqual(edits.find(({ status }) => status === 200)?.body.card)
    const fates = await Promise.all(
      times(6, (index) =>
        index % 2
          ? send(`DELETE /api/projects/${project_id}`, { ifMatch: '"1"' })
          : send(`PATCH /api/projects/${project_id}`, { body: { title: `by ${index}` }, ifMatch: '"1"' }),
      ),
    )
    expect(fates.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(new Set(fates.map(({ outcome }) => outcome))).toEqual(
      fates.some(({ status }) => status === 204)
        ? new Set(['204', '404 not_found'])
        : new Set(['200', '412 changed_meanwhile']),
    )
    expect((await client.listProjects()).projects).toHaveLength(
      fates.some(({ status }) => status === 204) ? 0 : 1,
    )
  })

  test('still matches when a neighbour has moved, or a count has changed', async () => {
    const { client, send, project_id, columns, ids, card } = await withBoard(['a', 'b'])
    const { revision } = await card('a')
    await client.setColumn({ ...columns.todo, card_ids: [ids.b ?? '', ids.a ?? ''] })
    await client.addProjectCard({ project_id, text: 'c', position: 0 })
    const edit = await send(`PATCH /api/cards/${ids.a}`, {
      body: { complete: true },
      ifMatch: `"${revision}"`,
    })
    expect(edit.outcome).toBe('200')
    expect((await send(`DELETE /api/projects/${project_id}`, { ifMatch: '"1"' })).outcome).toBe('204')
  })

  test('comes after the body and the existence, and means nothing to other calls', async () => {
    const { send, columns, ids } = await withBoard(['a'])
    const stale = { ifMatch: '"1"' }
    expect((await send(`PATCH /api/cards/${missing}`, { ...stale, body: { text: 'x' } })).outcome).toBe(
      '404 not_found',
    )
    expect((await send(`DELETE /api/projects/${missing}`, stale)).outcome).toBe('404 not_found')
    expect((await send(`PATCH /api/cards/${ids.a}`, { ...stale, body: { text: 1 } })).outcome).toBe(
      '422 validation_failed',
    )
    expect((await send('POST /api/inbox/cards', { ...stale, body: { text: 'x' } })).outcome).toBe('201')
    expect(
      (await send('PUT /api/cards/order', { ...stale, body: { ...columns.doing, card_ids: [ids.a] } }))
        .outcome,
    ).toBe('200')
    expect((await send(`GET /api/cards/${ids.a}`, stale)).outcome).toBe('200')
    expect((await send('DELETE /api/bin', stale)).outcome).toBe('204')
  })
})
