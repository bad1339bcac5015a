import { type Column, inbox, keyOf } from '../state/columns.ts'
import { movesTo } from '../state/moves.ts'
import { newId } from '../state/new-id.ts'
import { announce } from '../state/notices.ts'
import { columnsOf, findProject, isLast, nameOf } from '../state/projects.ts'
import { commit, foreseen } from '../sync/commit.ts'

/**
 * Adds cards at the end of a column, the first of them with this id, and says so. In the last column of a project they are
 * complete.
 */
export async function addCards(
  column: Column,
  texts: readonly string[],
  firstId = newId(),
  say = announce,
): Promise<void> {
  const { project_id } = column
  const complete = isLast(column)
  const added = texts.map((text, index) => ({
    kind: 'add card' as const,
    id: index === 0 ? firstId : newId(),
    project_id,
    text,
    complete,
  }))
  const ids = added.map(({ id }) => id)
  // The server creates cards in the project's first column: those for another column are moved there next.
  const [first = column] = project_id ? columnsOf(project_id) : [column]
  const moves = keyOf(first) === keyOf(column) ? [] : movesTo(foreseen().columns, ids, column, undefined)
  await commit(...added, ...moves)
  say(texts.length === 1 ? `Added to ${nameOf(column)}` : `${texts.length} cards added to ${nameOf(column)}`)
}

/** The column itself, or the inbox if its project is gone. */
export const columnOrInbox = (column: Column) =>
  column.project_id === null || findProject(column.project_id) ? column : inbox
