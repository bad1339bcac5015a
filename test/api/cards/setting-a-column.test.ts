import { describe, expect, test } from 'vitest'
import { inboard } from '../../support/service/shared.ts'
import { board, missing, ranks, withProject } from './boards.ts'

describe('setting a column', () => {
  test.each<['todo' | 'doing' | 'done' | 'inbox', string, string, string[]]>([
    ['todo', 'cba', 'c0 b1 a2', ['c0 b1 a2', 'd0', '', 'e0 f1']],
    ['todo', 'c', 'c0 a1 b2', ['c0 a1 b2', 'd0', '', 'e0 f1']],
    ['todo', '', 'a0 b1 c2', ['a0 b1 c2', 'd0', '', 'e0 f1']],
    ['todo', 'abc', 'a0 b1 c2', ['a0 b1 c2', 'd0', '', 'e0 f1']],
    ['doing', 'b', 'b0 d1', ['a0 c1', 'b0 d1', '', 'e0 f1']],
    ['doing', 'db', 'd0 b1', ['a0 c1', 'd0 b1', '', 'e0 f1']],
    ['done', 'eda', 'e0 d1 a2', ['b0 c1', '', 'e0 d1 a2', 'f0']],
    ['inbox', 'abcd', 'a0 b1 c2 d3 e4 f5', ['', '', '', 'a0 b1 c2 d3 e4 f5']],
    ['inbox', 'fce', 'f0 c1 e2', ['a0 b1', 'd0', '', 'f0 c1 e2']],
  ])('%s to %j', async (column, names, answer, after) => {
    const { put, read } = await board()
    expect(await put(column, names)).toBe(answer)
    expect(await read()).toEqual(after)
  })

  test('moves cards between projects', async () => {
    const { client, user, token, ids, read } = await board()
    const other = await withProject({ client, user, token })
    const { cards } = await client.setColumn({
      project_id: other.project_id,
      status_id: other.doing,
      card_ids: [ids.e ?? '', ids.b ?? ''],
    })
    expect(ranks(cards)).toBe('e0 b1')
    expect(cards[0]).toMatchObject({ project_id: other.project_id, status_id: other.doing })
    expect(await read()).toEqual(['a0 c1', 'd0', '', 'f0'])
  })

  test('closes the gaps that positions by hand have left', async () => {
    const { client, ids, put, read } = await board()
    await client.editCard({ id: ids.a ?? '', position: 70 })
    await client.editCard({ id: ids.f ?? '', position: 70 })
    expect(await put('todo', '')).toBe('b0 c1 a2')
    expect(await put('doing', 'e')).toBe('e0 d1')
    expect((await read())[3]).toBe('f0')
  })

  test('to anything that is missing, or somebody else’s, is refused and changes nothing', async () => {
    const { token, ids, read, project_id, todo } = await board()
    const stranger = await withProject()
    const { card } = await stranger.client.addInboxCard({ text: 'foreign' })
    const [a, c] = [ids.a, ids.c]
    const before = await read()
    const changes: Record<string, object> = {
      'a status of another project': { status_id: stranger.todo },
      'another person’s project': { project_id: stranger.project_id },
      'an unknown status': { status_id: missing },
      'an unknown project': { project_id: missing },
      'a malformed project': { project_id: 'nonsense' },
      'an unknown card': { card_ids: [c, missing] },
      'a malformed card': { card_ids: [c, ''] },
      'another person’s card': { card_ids: [c, card.id] },
    }
    for (const [what, change] of Object.entries(changes)) {
      const body = { project_id, status_id: todo, card_ids: [c, a], ...change }
      const answer = await inboard.request('PUT', '/api/cards/order', { token, body })
      expect([what, answer.status, answer.body.code]).toEqual([what, 404, 'not_found'])
    }
    expect(await read()).toEqual(before)
  })
})
