import fc from 'fast-check'
import { cardsOf, findAll, inbox, keyOf, movesTo, placesOf } from '../../../src/board/columns.ts'
import { columnsIn, type Workspace } from '../../../src/board/workspace.ts'
import type { Operation } from '../../../src/web/model/operations.ts'
import { newId } from '../../../src/web/model/operations.ts'

/** A wish of a person, whose numbers choose among what is there. */
export const wish = fc.record({
  what: fc.constantFrom(
    'add',
    'add',
    'edit',
    'complete',
    'move',
    'move',
    'delete',
    'undelete',
    'new project',
    'rename',
    'drop project',
    'get project back',
    'purge',
    'empty the bin',
    'move a stranger',
    'add to a stranger',
  ),
  one: fc.nat(),
  other: fc.nat(),
  third: fc.nat(),
})

const chosen = <T>(list: readonly T[], index: number): T | undefined =>
  list.length > 0 ? list[index % list.length] : undefined

/** What a person has deleted and could bring back, each with the operations that would. */
export type Undoes = Map<string, Operation[]>

export function operationsFor(
  { what, one, other, third }: { what: string; one: number; other: number; third: number },
  now: Workspace,
  undoes: Undoes,
): Operation[] {
  const cards = [...now.columns.values()].flat()
  const card = chosen(cards, one)
  const project = chosen(now.projects ?? [], one)
  const columns = [inbox, ...(now.projects ?? []).flatMap(({ id }) => columnsIn(now.statuses, id))]
  const column = chosen(columns, other) ?? inbox
  const text = `Text ${one % 1000}`
  switch (what) {
    case 'add':
      return [
        {
          kind: 'add card',
          id: newId(),
          project_id: chosen([null, ...(now.projects ?? []).map(({ id }) => id)], one) ?? null,
          text,
          complete: other % 2 === 0,
        },
      ]
    case 'edit':
      return card ? [{ kind: 'edit card', id: card.id, text, before: card.text }] : []
    case 'complete':
      return card ? [{ kind: 'complete card', id: card.id, complete: !card.complete }] : []
    case 'move': {
      const ids = cards.filter((_, index) => index === one % cards.length || index % 5 === third % 7)
      if (ids.length === 0) return []
      const before = chosen(cardsOf(now.columns, keyOf(column)), third)?.id
      const moving = ids.map(({ id }) => id)
      const moves = movesTo(now.columns, moving, column, third % 3 === 0 ? undefined : before)
      return third % 2 === 0 ? moves.map((move) => ({ ...move, complete: third % 4 === 0 })) : moves
    }
    case 'delete': {
      if (!card) return []
      const back = placesOf(now.columns, findAll(now.columns, [card.id]))
      undoes.set(card.id, [{ kind: 'restore card', id: card.id, card }, ...back])
      return [{ kind: 'delete card', id: card.id, before: card.text }]
    }
    case 'undelete':
    case 'get project back': {
      const kind = what === 'undelete' ? 'card' : 'project'
      const item = chosen(now.bin?.filter((binned) => binned.kind === kind) ?? [], one)
      return item ? (undoes.get(item.id) ?? []) : []
    }
    case 'new project':
      return [{ kind: 'add project', id: newId(), title: text }]
    case 'rename':
      return project ? [{ kind: 'rename project', id: project.id, title: text, before: project.title }] : []
    case 'drop project': {
      // In which order two that it has not seen yet would come back, only the server knows.
      if (!project?.created_at) return []
      const { id } = project
      const statuses = now.statuses.get(id) ?? []
      const inside = columnsIn(now.statuses, id).flatMap((at) => cardsOf(now.columns, keyOf(at)))
      undoes.set(id, [{ kind: 'restore project', id, whole: { project, statuses, cards: inside } }])
      return [{ kind: 'delete project', id }]
    }
    case 'purge': {
      const item = chosen(now.bin ?? [], one)
      return item ? [{ kind: 'purge', id: item.id }] : []
    }
    case 'empty the bin':
      return (now.bin ?? []).map(({ id }) => ({ kind: 'purge', id }))
    case 'move a stranger':
      return [{ kind: 'move cards', ids: [newId()], column, behind: [] }]
    default:
      return [{ kind: 'add card', id: newId(), project_id: newId(), text, complete: false }]
  }
}
