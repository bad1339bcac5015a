import { expect, test } from 'vitest'
import { board, inboxOf, last, missing } from '../../api/cards/boards.ts'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/shared.ts'

test('a card that cannot be one is not added', async () => {
  const { token, read } = await inboxOf('a')
  const bodies = [
    {},
    { text: '' },
    { text: ' ' },
    { text: 7 },
    { text: 'x'.repeat(2001) },
    { text: 'x', complete: 'true' },
    { text: 'x', complete: null },
    { text: 'x', position: -1 },
    { text: 'x', position: 1.5 },
    { text: 'x', position: '1' },
    { text: 'x', position: null },
    { text: 'x', position: last + 1 },
  ]
  for (const body of bodies) {
    const answer = await inboard.request('POST', '/api/inbox/cards', { token, body })
    expect([body, outcome(answer)]).toEqual([body, '422 validation_failed'])
  }
  expect(await read()).toBe('a0')
})

test('an invalid patch changes nothing', async () => {
  const { client, token, cards } = await inboxOf('a')
  const bodies = [
    {},
    { unknown: 1 },
    { text: '' },
    { text: null },
    { complete: null },
    { complete: 1 },
    { position: null },
    { position: -1 },
    { status_id: null },
    { status_id: missing, text: 'x' },
    { project_id: null, text: 'x' },
  ]
  for (const body of bodies) {
    const answer = await inboard.request('PATCH', `/api/cards/${cards[0]?.id}`, { token, body })
    expect([body, outcome(answer)]).toEqual([body, '422 validation_failed'])
    if ('status_id' in body || 'project_id' in body)
      expect(JSON.stringify(answer.body.errors)).toContain('PUT /api/cards/order')
  }
  expect((await client.listInboxCards()).cards).toEqual(cards)
})

test('an invalid order changes nothing', async () => {
  const { token, ids, read, project_id, todo } = await board()
  const { a, c } = ids
  const before = await read()
  const changes: Record<string, object> = {
    'a repeated id': { card_ids: [a, a] },
    'a number among the cards': { card_ids: [c, 1] },
    'a null among the cards': { card_ids: [null] },
    'no list': { card_ids: c },
    'a missing list': { card_ids: undefined },
    'a missing status': { status_id: undefined },
    'a missing project': { project_id: undefined },
    'a project with no status': { status_id: null },
    'a status with no project': { project_id: null },
    'a number for a status': { status_id: 1 },
  }
  for (const [what, change] of Object.entries(changes)) {
    const body = { project_id, status_id: todo, card_ids: [c, a], ...change }
    const answer = await inboard.request('PUT', '/api/cards/order', { token, body })
    expect([what, outcome(answer)]).toEqual([what, '422 validation_failed'])
  }
  expect(await read()).toEqual(before)
})
