import fc from 'fast-check'
import { type Columns, inbox, keyOf } from '../../../src/board/columns.ts'
import type { Workspace } from '../../../src/board/workspace.ts'
import { statusIdOf } from '../../../src/contract/plain/statuses.ts'
import type { Operation } from '../../../src/web/model/operations.ts'
import { cardOf, columnAt, projectOf, statusesOf } from './things.ts'

const cardIds = ['a', 'b', 'c', 'd', 'e', 'new-1', 'new-2']
// The ids of its columns are derived from it.
const newProject = '22222222-2222-4222-8222-222222222222'
const projectIds = ['p', 'q', newProject]
const columns = [
  inbox,
  ...['p', 'q'].flatMap((id) => [0, 1, 2].map((position) => columnAt(id, position))),
  ...[0, 1, 2].map((position) => ({ project_id: newProject, status_id: statusIdOf(newProject, position) })),
]

const texts = fc.constantFrom('One', 'Two', 'Three')
const cardId = fc.constantFrom(...cardIds)
const projectId = fc.constantFrom(...projectIds)

/** An account with two projects, some cards, and something in its bin. */
export const someAccount: Workspace = {
  projects: [projectOf('p'), projectOf('q')],
  statuses: new Map(['p', 'q'].map((id) => [id, statusesOf(id)])),
  columns: new Map([
    [keyOf(inbox), [cardOf('a', 0), cardOf('b', 1)]],
    ['p/0', [cardOf('c', 0, columnAt('p', 0)), cardOf('d', 1, columnAt('p', 0))]],
    ['q/2', [cardOf('e', 0, { ...columnAt('q', 2), complete: true })]],
  ]) as Columns,
  bin: [{ id: 'old', kind: 'card', text: 'Long gone' }],
}

/** Any operation, on items of `someAccount` and others. */
export const anyOperation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    kind: fc.constant('add card' as const),
    id: cardId,
    project_id: fc.option(projectId),
    text: texts,
    complete: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('edit card' as const), id: cardId, text: texts, before: texts }),
  fc.record({ kind: fc.constant('complete card' as const), id: cardId, complete: fc.boolean() }),
  fc.record({
    kind: fc.constant('move cards' as const),
    ids: fc.shuffledSubarray(cardIds, { minLength: 1 }),
    column: fc.constantFrom(...columns),
    behind: fc.shuffledSubarray(cardIds),
  }),
  fc.record({ kind: fc.constant('delete card' as const), id: cardId, before: texts }),
  cardId.map((id) => ({ kind: 'restore card' as const, id, card: cardOf(id, 0, columnAt('p', 1)) })),
  fc.record({ kind: fc.constant('add project' as const), id: projectId, title: texts }),
  fc.record({ kind: fc.constant('rename project' as const), id: projectId, title: texts, before: texts }),
  fc.record({ kind: fc.constant('delete project' as const), id: projectId }),
  projectId.map((id) => ({
    kind: 'restore project' as const,
    id,
    whole: { project: projectOf(id), statuses: statusesOf(id), cards: [] },
  })),
  fc.record({ kind: fc.constant('purge' as const), id: fc.constantFrom(...cardIds, 'old') }),
)
