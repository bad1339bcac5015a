import { expect, test } from 'vitest'
import { cardsOf, keyOf, steady } from '../../../src/board/columns.ts'
import { emptyWorkspace } from '../../../src/board/workspace.ts'
import { requestOf } from '../../../src/client/requests.ts'
import type { Card } from '../../../src/contract/card.ts'
import type { Operation } from '../../../src/web/model/operations.ts'
import { replayed } from '../../../src/web/model/replay.ts'
import { cardOf } from '../../support/models/things.ts'

// A newer server sends members that this version doesn't know, and a newer app stores them.
const newer = { due_on: '2026-12-01' }

test('a card whose unknown member has changed is another card; one with other numbers is not', () => {
  const before: Card = Object.assign(cardOf('a', 0), newer)
  const columnsWith = (card: Card) => new Map([[keyOf(card), [card]]])
  const now = (card: Card) => cardsOf(steady(columnsWith(card), columnsWith(before)), keyOf(before))[0]
  expect(now({ ...before, ...{ due_on: null } })).not.toBe(before)
  expect(
    now({ ...before, position: 4, revision: 9, updated_at: 'later', created_at: 'now', owner_id: '' }),
  ).toBe(before)
  expect(now({ ...before, text: 'Other' })).not.toBe(before)
})

test.each([null, 'p'])(
  'a card that a newer version added is sent and shown with its member: project %j',
  (project_id) => {
    const add: Operation = { kind: 'add card', id: 'a', project_id, text: 'Sow', complete: false }
    const operation = Object.assign(add, newer)
    expect(requestOf(operation).body).toEqual({ text: 'Sow', complete: false, ...newer })
    const [card] = cardsOf(replayed(emptyWorkspace, [operation]).columns, 'inbox')
    expect(card).toMatchObject({ id: 'a', text: 'Sow', position: 0, ...newer })
  },
)
