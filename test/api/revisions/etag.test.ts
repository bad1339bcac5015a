import { describe, expect, test } from 'vitest'
import { withBoard } from './board.ts'

describe('a revision', () => {
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
