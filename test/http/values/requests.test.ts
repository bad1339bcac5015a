import { expect, test } from 'vitest'
import { CardPatch } from '../../../src/contract/card.ts'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { newGardener } from './garden.ts'

test('a column is named by text or null, and both halves of its name are required', async () => {
  const { expectRefused, everything, project_id } = await newGardener()
  const before = await everything()
  const column = { project_id: null, status_id: null, card_ids: [] }
  for (const half of ['project_id', 'status_id']) {
    const wrong = [1, true, [], {}, ['x']].map((value) => ({ ...column, [half]: value }))
    await expectRefused('setColumn', wrong, half, 'must be text or null')
    await expectRefused('setColumn', [{ ...column, [half]: undefined }], half, 'is required')
    const other = half === 'project_id' ? 'status_id' : 'project_id'
    await expectRefused('setColumn', [{ ...column, [half]: project_id }], other)
  }
  expect(await everything()).toBe(before)
})

test('a card is named by text', async () => {
  const { expectRefused, card_id } = await newGardener()
  const bodies = [1, null, true, {}, [card_id]].map((id) => ({
    project_id: null,
    status_id: null,
    card_ids: [card_id, id, id],
  }))
  await expectRefused('setColumn', bodies, 'card_ids.1', 'must be text')
})

test('a column is set with 10,000 cards at most', async () => {
  const { expectRefused, send } = await newGardener()
  const inbox = { project_id: null, status_id: null }
  const ids = Array.from({ length: 10_001 }, (_, index) => `card-${index}`)
  const message = 'must have at most 10000 members'
  await expectRefused('setColumn', [{ ...inbox, card_ids: ids }], 'card_ids', message)
  // With one fewer the body is valid, and the answer is about the cards, which do not exist.
  const answer = await send('setColumn', { ...inbox, card_ids: ids.slice(1) })
  expect(outcome(answer)).toBe('404 not_found')
})

test('a batch has 100 operations at most', async () => {
  const { expectRefused, send } = await newGardener()
  const operation = { method: 'DELETE', path: '/api/none' }
  const message = 'must have at most 100 members'
  const operations = Array.from({ length: 101 }, () => operation)
  await expectRefused('batch', [{ operations }], 'operations', message)
  const { body } = await send('batch', { operations: operations.slice(1) })
  expect(body.results).toHaveLength(100)
  expect(body.results).toEqual(Array(100).fill(expect.objectContaining({ status: 404 })))
})

test('every mistake is named, not the first alone', async () => {
  const { send } = await newGardener()
  const answer = await send('addInboxCard', { text: ' ', complete: 'no', position: -1 })
  expect(answer.body.errors).toEqual([
    { field: 'text', message: 'must not be empty' },
    { field: 'complete', message: 'must be true or false' },
    { field: 'position', message: 'must be from 0 to 2147483647' },
  ])
})

test('a patch without known members is refused', async () => {
  const { expectRefused } = await newGardener()
  const nothing: object[] = [{}, { colour: 'green' }, { colour: 'green', toString: 1 }]
  await expectRefused(
    'editCard',
    nothing,
    '',
    `must have at least one of: ${Object.keys(CardPatch.properties).join(', ')}`,
  )
  await expectRefused('renameProject', [{ name: 'Garden' }], 'title', 'is required')
})

test('a card is not moved by editing it', async () => {
  const { expectRefused, everything, project_id } = await newGardener()
  const before = await everything()
  for (const member of ['status_id', 'project_id']) {
    const bodies = [null, 'x', project_id, 1].map((value) => ({ text: 'Moved', [member]: value }))
    const message = 'cannot be patched: use PUT /api/cards/order to move a card'
    await expectRefused('editCard', bodies, member, message)
  }
  expect(await everything()).toBe(before)
})
