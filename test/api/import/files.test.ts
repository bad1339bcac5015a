import { describe, expect, test } from 'vitest'
import { maxPosition } from '../../../src/contract/card.ts'
import { importFile } from '../../../src/server/transfer/import-file.ts'
import { fileNamed, markdown } from '../../support/import-files/files.ts'
import { openStream } from '../../support/service/open-stream.ts'
import { Replica } from '../../support/service/replica.ts'
import { inboard } from '../../support/service/shared.ts'
import { boardsOf, newcomer } from './people.ts'

describe('a file', () => {
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

  test('in Markdown becomes boards', async () => {
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
})
