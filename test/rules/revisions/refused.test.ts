import { describe, expect, test } from 'vitest'
import { missing, withBoard } from '../../api/revisions/board.ts'

describe('the counter', () => {
  test('is not raised by a refusal', async () => {
    const { client, send, project_id, columns, ids, seq } = await withBoard(['a', 'b'])
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
})
