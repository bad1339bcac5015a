import { describe, expect, test } from 'vitest'
import { missing, withBoard } from '../../api/revisions/board.ts'
import { tally, times } from '../../support/service/sending.ts'

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
    'R',
    '1, R',
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
    '1',
    'R1',
    'xR',
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
