import { expect, test } from 'vitest'
import { tally, times } from '../../support/service/sending.ts'
import { inbox, missing, stranger, withCards } from './named-cards.ts'

test('moving a missing or foreign card is 404, and nothing moves', async () => {
  const { send, order, inbox: readInbox, idsOf, doing, client } = await withCards('abc')
  const { seq } = await client.changes()
  for (const moved of ['?', '!', '-', '0', 'c?', '!a'])
    expect((await order(`cb${moved.replace(/[a-c]/, '')}a`, moved)).outcome).toBe('404 not_found')
  const strange = [
    { ...doing, status_id: missing },
    { ...doing, project_id: missing },
    { project_id: stranger, status_id: stranger },
  ]
  for (const column of strange)
    expect(
      (await send('PUT /api/cards/order', { body: { ...column, card_ids: idsOf('a'), moved: [] } })).outcome,
    ).toBe('404 not_found')
  expect([await readInbox(), (await client.changes()).seq]).toEqual(['abc', seq])
})

test('an invalid list of ids is 422', async () => {
  const { send, inbox: readInbox, idsOf } = await withCards('abc')
  const [a, b] = idsOf('ab')
  const wrong = [
    null,
    'a',
    {},
    [1],
    [null],
    [b],
    [a, b],
    [a, a],
    [missing],
    times(10_001, () => a),
    [a?.toUpperCase()],
  ]
  const answers = []
  for (const moved of wrong)
    answers.push(await send('PUT /api/cards/order', { body: { ...inbox, card_ids: [a], moved } }))
  // A mistake in the rest of the body is one with `moved`, too.
  for (const body of [
    { ...inbox, card_ids: [a, b, b], moved: [a] },
    { ...inbox, moved: [a] },
    { project_id: null, status_id: missing, card_ids: [a], moved: [a] },
  ])
    answers.push(await send('PUT /api/cards/order', { body }))
  expect(tally(answers)).toEqual({ '422 validation_failed': wrong.length + 3 })
  expect(await readInbox()).toBe('abc')
})
