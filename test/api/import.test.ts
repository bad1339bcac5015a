import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxPosition } from '../../src/contract/card.ts'
import type { Export, ImportDocument } from '../../src/contract/transfer.ts'
import type { Size } from '../../src/server/db/database.ts'
import { importFile } from '../../src/server/transfer/import-file.ts'
import { csv, fileNamed, json, markdown } from '../support/import-files/files.ts'
import {
  codeOfRefusal,
  type SignedIn,
  startTestInboard,
  type TestInboard,
} from '../support/service/inboard.ts'
import { openStream } from '../support/service/open-stream.ts'
import { Replica } from '../support/service/replica.ts'
import { sender, tally, times } from '../support/service/sending.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard()
})
afterAll(() => inboard.stop())

async function newcomer(at = inboard) {
  const person = await at.signIn()
  const send = sender(at, person.token)
  return {
    ...person,
    send,
    post: (text: string | Uint8Array, type = 'text/csv', query = '', key?: string) =>
      send(`POST /api/import${query}`, {
        body: text,
        headers: { 'content-type': type },
        ...(key && { key }),
      }),
  }
}

/** What an export says of boards and cards, without when and whose. */
const content = ({ projects, inbox }: Export) => ({ projects, inbox })

/** Titles, and the texts in each column. */
async function boardsOf({ client }: SignedIn) {
  const { projects, inbox } = await client.exportAccount()
  const texts = (cards: Export['inbox']) => cards.map(({ text, complete }) => (complete ? `✓ ${text}` : text))
  return {
    boards: projects.map(({ title, statuses }) => [title, ...statuses.map(({ cards }) => texts(cards))]),
    inbox: texts(inbox),
  }
}

/** What is counted, and what there is. */
async function counts({ user }: SignedIn, { world }: TestInboard = inboard) {
  const { db } = world
  const counted = await db.get<Size>`select cards, bytes from counters where owner_id = ${user.id}`
  const cards = await db.all<{ text: string }>`
    select text from cards where owner_id = ${user.id}
    union all select text from bin where owner_id = ${user.id} and kind = 'card'`
  const titles = await db.all<{ text: string }>`
    select title as text from projects where owner_id = ${user.id}
    union all select text from bin where owner_id = ${user.id} and kind = 'project'`
  const bytes = [...cards, ...titles].reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  return [counted && { ...counted }, { cards: cards.length, bytes }]
}

async function expectExact(person: SignedIn, at?: TestInboard) {
  const [counted, present] = await counts(person, at)
  expect(counted).toEqual(present)
}

describe('an export that is imported', () => {
  const text = fc
    .oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
      fc.constantFrom('a\r\nb', '"', '\\', '\u0001\u007f', '🪴'.repeat(2000)),
    )
    .map((one) => one.trim() || 'x')
  const time = fc
    .date({ min: new Date('2001-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString())
  const cards = fc.array(fc.record({ text, complete: fc.boolean(), created_at: time }), { maxLength: 6 })
  const statuses = fc
    .tuple(cards, cards, cards)
    .map((columns) =>
      ['To do', 'Doing', 'Done'].map((name, index) => ({ name, cards: columns[index] ?? [] })),
    )
  const projects = fc
    .array(
      fc.record({
        title: text.map((one) => Array.from(one).slice(0, 200).join('').trim()),
        created_at: time,
        statuses,
      }),
      { maxLength: 4 },
    )
    // As they are listed.
    .map((list) => list.toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1)))

  test('gives the same boards, whatever is on them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.record({ projects, inbox: cards }), async (account) => {
        const [one, other] = [await inboard.signIn(), await inboard.signIn()]
        await one.client.importFile({ file: { format: 'inboard', version: 1, ...account } })
        const first = await one.client.exportAccount()
        expect(content(first)).toEqual(account)
        await other.client.importFile({ file: first as ImportDocument })
        expect(content(await other.client.exportAccount())).toEqual(content(first))
        await expectExact(other)
      }),
      { numRuns: 12 },
    )
  })

  test('comes beside what is there: further projects, and cards at the end of the inbox', async () => {
    const person = await newcomer()
    const { client } = person
    await client.importFile({ file: fileNamed('boards.csv') })
    await client.importFile({ file: (await client.exportAccount()) as ImportDocument })
    const { boards, inbox } = await boardsOf(person)
    expect(boards.map(([title]) => title)).toEqual(['Garden', 'House', 'Garden', 'House'])
    expect(inbox).toEqual(['Buy milk', 'Buy milk'])
    const { cards } = await client.listInboxCards()
    expect(cards.map(({ position }) => position)).toEqual([0, 1])
  })

  test('has nothing from the future', async () => {
    const { client } = await newcomer()
    const created_at = '9999-01-01T00:00:00.000Z'
    const project = { title: 'Later', created_at, statuses: [] }
    await client.importFile({
      file: { format: 'inboard', version: 1, projects: [project], inbox: [{ text: 'x', created_at }] },
    })
    const { projects, inbox } = await client.exportAccount()
    for (const thing of [...projects, ...inbox])
      expect(Date.parse(thing.created_at)).toBeLessThanOrEqual(inboard.clock.now())
  })
})

describe('a file', () => {
  test.each([
    ['trello.json', 'trello', 1, 6],
    ['todoist.csv', 'todoist', 1, 5],
    ['ticktick.csv', 'ticktick', 2, 8],
    ['boards.csv', 'csv', 2, 5],
    ['tasks.md', 'markdown', 2, 9],
    ['obsidian.md', 'markdown', 1, 4],
  ])(
    'such as %s becomes projects and cards, as its dry run has said',
    async (name, format, projects, cards) => {
      const { client } = await newcomer()
      const file = fileNamed(name)
      const foretold = await client.importFile({ file, dry_run: true, title: 'Mine' })
      expect(foretold).toMatchObject({ format, projects, cards })
      expect(await client.exportAccount()).toMatchObject({ projects: [], inbox: [] })

      const { boards, inbox, ...made } = await client.importFile({ file, title: 'Mine' })
      const withoutIds = {
        ...made,
        boards: boards.map(({ project_id: _id, ...board }) => board),
        inbox: { cards: inbox.cards },
      }
      expect(withoutIds).toEqual(foretold)
      const listed = (await client.listProjects()).projects
      expect(boards.map(({ project_id, title }) => [project_id, title])).toEqual(
        listed.map(({ id, title }) => [id, title]),
      )
      expect(boards.map(({ statuses }) => statuses.reduce((sum, one) => sum + one.cards, 0))).toEqual(
        listed.map(({ card_count }) => card_count),
      )
      expect(inbox.card_ids).toEqual((await client.listInboxCards()).cards.map(({ id }) => id))
    },
  )

  test('of Todoist has the name that it is given', async () => {
    const { client } = await newcomer()
    const { boards } = await client.importFile({ file: fileNamed('todoist.csv'), title: ' Kitchen ' })
    expect(boards).toMatchObject([{ title: 'Kitchen' }])
    const { boards: unnamed } = await client.importFile({ file: fileNamed('todoist.csv') })
    expect(unnamed).toMatchObject([{ title: 'Imported' }])
    const { boards: none, inbox } = await client.importFile({
      file: fileNamed('todoist.csv'),
      title: 'Inbox',
    })
    expect([none, inbox.cards]).toEqual([[], 5])
  })

  test('has its lists where they are wanted', async () => {
    const person = await newcomer()
    const lists = 'Ideas, maybe:Doing,In progress:Doing'
    const { lists: became } = await person.client.importFile({ file: fileNamed('trello.json'), lists })
    expect(became).toEqual([
      { name: 'Ideas, maybe', status: 'Doing', cards: 1 },
      { name: 'To Do', status: 'To do', cards: 2 },
      { name: 'In progress', status: 'Doing', cards: 1 },
      { name: 'Done 🎉', status: 'Done', cards: 2 },
    ])
    const { projects } = await person.client.exportAccount()
    expect(projects[0]?.statuses.map(({ cards }) => cards.length)).toEqual([2, 2, 2])
    expect((await person.post('text\nx', 'text/csv', '?lists=Backlog')).body.errors).toEqual([
      { field: 'lists', message: 'must be pairs such as "Backlog:To do", with one of: To do, Doing, Done' },
    ])
  })

  test('with nothing in it makes nothing, and takes no number', async () => {
    const { post, client } = await newcomer()
    await client.addInboxCard({ text: 'x' })
    const { seq } = await client.changes()
    const answer = await post('project,text\n')
    expect([answer.status, answer.seq, answer.body.projects, answer.body.cards]).toEqual([201, seq, 0, 0])
  })

  test('is a change like any other: it takes one number, and reaches whoever follows', async () => {
    const { client, token, post } = await newcomer()
    const replica = Replica.of(await client.changes())
    const stream = await openStream(inboard.url, { token, since: replica.seq ?? 0 })
    const { seq = 0, headers } = await post('project,status,text\nGarden,Doing,Weed\n,,Water')
    expect([seq, headers.get('location')]).toEqual([1, '/api/projects'])
    for (const changes of await stream.until(seq)) replica.apply(changes)
    expect(replica.state).toEqual(Replica.of(await client.changes()).state)
    stream.close()
    const { projects, cards } = await client.changes()
    for (const thing of [...projects, ...cards]) expect(thing.revision).toBe(seq)
  })

  test('comes to the end of an inbox that has no room at its end', async () => {
    const person = await newcomer()
    await person.client.addInboxCard({ text: 'first', position: 5 })
    await person.client.addInboxCard({ text: 'last', position: maxPosition - 1 })
    await person.post('text\na\nb\nc')
    const { cards } = await person.client.listInboxCards()
    expect(cards.map(({ text, position }) => [text, position])).toEqual([
      ['first', 0],
      ['last', 1],
      ['a', 2],
      ['b', 3],
      ['c', 4],
    ])
  })

  test('can be undone: what it has made can be deleted', async () => {
    const { client } = await newcomer()
    const { boards, inbox } = await client.importFile({ file: fileNamed('ticktick.csv') })
    const operations = [
      ...boards.map(({ project_id }) => ({ method: 'DELETE', path: `/api/projects/${project_id}` })),
      ...(inbox.card_ids ?? []).map((id) => ({ method: 'DELETE', path: `/api/cards/${id}` })),
    ]
    const { results } = await client.batch({ operations })
    expect(results.map(({ status }) => status)).toEqual(operations.map(() => 204))
    expect(await client.exportAccount()).toMatchObject({ projects: [], inbox: [] })
    expect((await client.listBin()).items).toHaveLength(operations.length)
  })

  test('can be imported without HTTP', async () => {
    const { user, client } = await newcomer()
    const file = { type: 'text/markdown', bytes: new TextEncoder().encode('# Garden\n- [ ] Weed') }
    const { content: made } = await importFile(inboard.world, { ownerId: user.id }, file)
    expect(made).toMatchObject({ projects: 1, cards: 1, format: 'markdown' })
    expect((await client.listProjects()).projects).toMatchObject([
      { id: made.boards[0]?.project_id, card_count: 1 },
    ])
  })
})

describe('who may import, and how', () => {
  test('a session, and no API token', async () => {
    const { client } = await newcomer()
    for (const scope of ['capture', 'read', 'write'] as const) {
      const { token } = await client.makeApiToken({ label: scope, scope })
      expect(await codeOfRefusal(inboard.client(token).importFile({ file: csv('text\nx') }))).toBe(
        'scope_insufficient',
      )
    }
  })

  test('not as part of a batch', async () => {
    const { client } = await newcomer()
    const operations = [
      {
        method: 'POST',
        path: '/api/import',
        body: { format: 'inboard', version: 1, projects: [], inbox: [] },
      },
    ]
    expect((await client.batch({ operations })).results).toMatchObject([{ status: 404 }])
  })

  test.for([
    ['text/csv', '201'],
    ['Text/CSV; charset=UTF-8', '201'],
    ['text/csv;header=present', '201'],
    ['text/csv; charset=none', '415 unsupported_media_type'],
    ['text/csvx', '415 unsupported_media_type'],
    ['text/plain', '415 unsupported_media_type'],
    ['application/vnd.ms-excel', '415 unsupported_media_type'],
    ['application/octet-stream', '415 unsupported_media_type'],
    ['multipart/form-data; boundary=x', '415 unsupported_media_type'],
    ['application/json', '400 malformed_json'],
  ] as const)('as %s: %s', async ([type, outcome]) => {
    const { post } = await newcomer()
    expect((await post('text\nWeed', type)).outcome).toBe(outcome)
  })

  test('not compressed, and not empty', async () => {
    const { send, post } = await newcomer()
    const headers = { 'content-type': 'text/csv', 'content-encoding': 'gzip' }
    expect((await send('POST /api/import', { body: 'text\nx', headers })).outcome).toBe(
      '415 unsupported_media_type',
    )
    expect((await post('')).outcome).toBe('400 malformed_json')
    expect((await send('POST /api/import')).outcome).toBe('400 malformed_json')
  })

  test('and another time, after it was broken off', async () => {
    const { token, client } = await newcomer()
    const head = `POST /api/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: text/csv\r\n`
    for (const framing of ['Content-Length: 1000000\r\n\r\n', 'Transfer-Encoding: chunked\r\n\r\n20\r\n']) {
      const socket = connect(Number(new URL(inboard.url).port), '127.0.0.1')
      await new Promise((resolve) => socket.write(`${head}${framing}text\nWeed`, resolve))
      socket.destroy()
    }
    // Of one account, one is in work at a time.
    expect(await client.importFile({ file: csv('text\nWeed') })).toMatchObject({ cards: 1 })
    expect((await client.listInboxCards()).cards).toHaveLength(1)
  })

  test('in chunks of any length', async () => {
    const { token, client } = await newcomer()
    const text = `text\n${times(3000, (index) => `Card ${index} ${'x'.repeat(index % 97)}`).join('\n')}`
    const bytes = Buffer.from(text)
    const cuts = times(60, (index) => Math.floor((index * bytes.length) / 60))
    const chunks = cuts.map((cut, index) => bytes.subarray(cut, cuts[index + 1]))
    const response = await fetch(`${inboard.url}/api/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      body: new ReadableStream({
        pull(controller) {
          const chunk = chunks.shift()
          if (chunk) controller.enqueue(chunk)
          else controller.close()
        },
      }),
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(201)
    expect((await client.listInboxCards()).cards).toHaveLength(3000)
  })

  test('with a dry run that is true or false, and nothing else', async () => {
    const { post } = await newcomer()
    const outcomes = []
    for (const text of ['true', 'false', 'yes', '1', ''])
      outcomes.push((await post('text\nx', 'text/csv', `?dry_run=${text}`)).outcome)
    expect(outcomes).toEqual(['200', '201', ...times(3, () => '422 validation_failed')])
  })
})

describe('either all of it is imported or nothing', () => {
  test('what cannot be understood says where, however late it comes', async () => {
    const { post, client } = await newcomer()
    const { seq } = await client.changes()
    const rows = times(300, (index) => `Project ${index % 5},To do,Card ${index},false`)
    const lines = ['project,status,text,complete', ...rows, 'Garden,To do,Weed,perhaps']
    const { body } = await post(lines.join('\n'))
    expect(body).toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'line 302, column complete', message: 'must be true or false' }],
    })
    const broken = await post('{"format":"inboard",\n"version":1,,', 'application/json')
    expect(broken.body).toMatchObject({
      code: 'malformed_json',
      detail: 'The body is not valid JSON: see line 2, column 13.',
    })
    expect(await client.exportAccount()).toMatchObject({ projects: [], inbox: [] })
    expect((await client.changes()).seq).toBe(seq)
  })

  test('on the other thread, too', async () => {
    const { post, client } = await newcomer()
    const rows = times(3000, (index) => `Project ${index % 5},To do,Card ${index},false`)
    const { body } = await post(['project,status,text,complete', ...rows, ',,"Weed'].join('\n'))
    expect(body.errors).toEqual([
      { field: 'line 3002', message: 'has a quotation mark that is never closed' },
    ])
    expect(await client.exportAccount()).toMatchObject({ projects: [], inbox: [] })
  })
})

describe('limits', () => {
  let small: TestInboard
  beforeAll(async () => {
    small = await startTestInboard({ MAX_PROJECTS: '3', MAX_CARDS: '10', MAX_TEXT: '100' })
  })
  afterAll(() => small.stop())

  const projects = (count: number) => `project,text\n${times(count, (index) => `P${index},x`).join('\n')}`
  const cards = (count: number) => `text\n${times(count, () => 'x').join('\n')}`

  test.for([
    [
      'projects',
      projects(4),
      projects(3),
      '409 project_limit_reached',
      'This file has more projects than you may still add. Delete some of yours first.',
    ],
    [
      'cards',
      cards(11),
      cards(10),
      '409 card_limit_reached',
      'This file has more cards than you may still add. Delete some of yours first.',
    ],
    [
      'text',
      `project,text\nP,${'ä'.repeat(50)}`,
      `project,text\nP,${'ä'.repeat(49)}`,
      '409 storage_limit_reached',
      'This file has more text than you may still add. Delete some of your cards first.',
    ],
  ] as const)(
    'of %s are kept to the last, in a dry run too',
    async ([, tooMuch, fitting, outcome, detail]) => {
      const person = await newcomer(small)
      for (const query of ['?dry_run=true', '']) {
        const { outcome: refusal, body } = await person.post(tooMuch, 'text/csv', query)
        expect([refusal, body.detail]).toEqual([outcome, detail])
      }
      expect((await person.client.changes()).seq).toBe(0)
      expect((await person.post(fitting, 'text/csv', '?dry_run=true')).outcome).toBe('200')
      expect((await person.post(fitting)).outcome).toBe('201')
      await expectExact(person, small)
    },
  )

  test('make the bin give way, but not to a dry run, nor where that is not enough', async () => {
    const person = await newcomer(small)
    const { client } = person
    for (const text of ['a', 'b', 'c']) {
      const { card } = await client.addInboxCard({ text })
      await client.removeCard({ id: card.id })
    }
    await client.addInboxCard({ text: 'kept' })
    const inBin = async () => (await client.listBin()).items.map(({ text }) => text)
    expect((await person.post(cards(8), 'text/csv', '?dry_run=true')).outcome).toBe('200')
    expect((await person.post(cards(10))).outcome).toBe('409 card_limit_reached')
    expect(await inBin()).toEqual(['c', 'b', 'a'])
    expect((await person.post(cards(8))).outcome).toBe('201')
    expect(await inBin()).toEqual(['c'])
    await expectExact(person, small)
  })

  test('hold when many import at once: exactly as many succeed as fit', async () => {
    const person = await newcomer(small)
    const answers = await Promise.all(times(10, () => person.post(projects(1))))
    expect(tally(answers)).toEqual({ '201': 3, '409 project_limit_reached': 7 })
    await expectExact(person, small)
    expect((await person.client.listProjects()).projects).toHaveLength(3)
  })
})

describe('an import with a key', () => {
  test('is done once, and told again as it was', async () => {
    const { post, client } = await newcomer()
    const file = 'project,text\nGarden,Weed\n,Water'
    const first = await post(file, 'text/csv', '?title=x', 'key')
    const again = await post(file, 'text/csv', '?title=x', 'key')
    expect([first.isReplay, again.isReplay, again.status, again.seq]).toEqual([false, true, 201, first.seq])
    expect(again.body).toEqual(first.body)
    expect((await client.listProjects()).projects).toHaveLength(1)
    await client.removeProject({ project_id: first.body.boards[0].project_id })
    expect((await post(file, 'text/csv', '?title=x', 'key')).body).toEqual(first.body)
    expect((await client.listProjects()).projects).toEqual([])
  })

  test('is another one with another file, type, choice or title', async () => {
    const { post, send } = await newcomer()
    const file = 'text\nWeed'
    expect((await post(file, 'text/csv', '', 'key')).outcome).toBe('201')
    for (const [other, type, query] of [
      ['text\nwater', 'text/csv', ''],
      [file, 'text/markdown', ''],
      [file, 'text/csv', '?lists=A:Done'],
      [file, 'text/csv', '?title=Garden'],
    ] as const)
      expect((await post(other, type, query, 'key')).outcome).toBe('422 idempotency_key_reused')
    expect((await send('POST /api/inbox/cards', { body: { text: 'x' }, key: 'key' })).outcome).toBe(
      '422 idempotency_key_reused',
    )
    expect((await post(file, 'text/csv', '', 'two words')).outcome).toBe('422 validation_failed')
  })

  test('sent many times at once, here and on the other thread, is done once', async () => {
    for (const length of [10, 2000]) {
      const { post, client } = await newcomer()
      const file = `project,text\n${times(length, (index) => `Garden,Card ${index}`).join('\n')}`
      const answers = await Promise.all(times(8, () => post(file, 'text/csv', '', 'key')))
      expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1)
      for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
      expect((await client.listProjects()).projects).toMatchObject([{ card_count: length }])
    }
  })

  test('is not used up by a dry run', async () => {
    const { post, client } = await newcomer()
    expect((await post('text\nWeed', 'text/csv', '?dry_run=true', 'key')).outcome).toBe('200')
    const { outcome, isReplay } = await post('text\nWeed', 'text/csv', '', 'key')
    expect([outcome, isReplay]).toEqual(['201', false])
    expect((await post('text\nWeed', 'text/csv', '?dry_run=true', 'key')).outcome).toBe('200')
    expect((await client.listInboxCards()).cards).toHaveLength(1)
  })
})

describe('a full account', () => {
  test('can be exported, and imported elsewhere as it was, while others go on working', async () => {
    const [one, other, neighbour] = [await newcomer(), await newcomer(), await newcomer()]
    const column = (from: number) =>
      times(300, (index) => ({
        text: `${from + index} "${'é\n'.repeat(260)}"`,
        complete: index % 3 === 0,
        created_at: '2026-01-01T00:00:00.000Z',
      }))
    const account = {
      projects: times(11, (project) => ({
        title: `Project ${project}`,
        created_at: `2026-01-${10 + project}T00:00:00.000Z`,
        statuses: ['To do', 'Doing', 'Done'].map((name, index) => ({
          name,
          cards: column((3 * project + index) * 300),
        })),
      })),
      inbox: column(9900).slice(0, 100),
    }
    let isOver = false
    const working = (async () => {
      const { card } = await neighbour.client.addInboxCard({ text: 'x' })
      for (let count = 0; !isOver; count++) await neighbour.client.editCard({ id: card.id, text: `${count}` })
    })()
    const made = await one.client.importFile({ file: json({ format: 'inboard', version: 1, ...account }) })
    expect([made.projects, made.cards]).toEqual([11, 10_000])
    const whole = await one.client.exportAccount()
    expect(content(whole)).toEqual(account)
    await other.client.importFile({ file: whole as ImportDocument })
    expect(content(await other.client.exportAccount())).toEqual(account)
    isOver = true
    await working
    await expectExact(other)
    expect((await other.post('text\none more', 'text/csv')).outcome).toBe('409 card_limit_reached')
  })
})

test('task lists in Markdown that are sent as such are imported', async () => {
  const person = await newcomer()
  await person.client.importFile({
    file: markdown('# Garden\n\n## Doing\n- [ ] Weed\n- [x] Dig\n\n# House\n- [x] Sweep'),
  })
  expect(await boardsOf(person)).toEqual({
    boards: [
      ['Garden', [], ['Weed', '✓ Dig'], []],
      ['House', [], [], ['✓ Sweep']],
    ],
    inbox: [],
  })
})
