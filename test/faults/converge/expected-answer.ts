import type { Model } from './model.ts'
import type { Operation } from './operation.ts'
import { lineOfCard, lineOfModelProject } from './portrait.ts'

/** The expected response to an operation that has taken effect, in the current state; also if it is repeated. */
export function expectedOf(
  { key, deed, created = key }: Operation,
  model: Model,
): { status: number; lines: string[] } | 'gone' {
  switch (deed.kind) {
    case 'add card':
    case 'add project':
      return shown(201, created, model)
    case 'edit card':
    case 'rename project':
    case 'restore':
      return shown(200, deed.id, model)
    case 'order': {
      const column = model.target(deed)
      return column === undefined ? 'gone' : { status: 200, lines: model.column(column).map(lineOfCard) }
    }
    default:
      return { status: 204, lines: [] }
  }
}

function shown(status: number, id: string, model: Model) {
  const card = model.cards.get(id)
  const project = model.projects.get(id)
  if (card) return { status, lines: [lineOfCard(card)] }
  return project ? { status, lines: [lineOfModelProject(model, project)] } : 'gone'
}
