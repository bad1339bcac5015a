import { type Column, keyOf, movesTo } from '../../board/columns.ts'
import { newId } from '../model/new-id.ts'
import { called, count } from '../model/wording.ts'
import { noteAdded } from '../state/completions.ts'
import { revealAmongMany } from '../state/drawn.ts'
import { announce } from '../state/notices.ts'
import { columnsOf, isLast, nameOf } from '../state/projects.ts'
import { commit, foreseen } from '../sync/commit.ts'
import { undoingOf } from './delete-cards.ts'
import { offerWords } from './edit-card.ts'
import { offerUndo } from './undo.ts'

interface Options {
  ids?: readonly string[]
  /** Reports the result in place of a message. */
  say?: ((text: string) => void) | undefined
  /** What the message says. Without it, there is none for a card that is seen. */
  what?: string
  /** The card before which they go. If left out, they go to the end. */
  before?: string | undefined
  complete?: boolean
  /** What was typed, if the first text has a date in place of its words. */
  words?: string | undefined
}

/** Adds cards to a column. In the last column of a project they are complete. */
export async function addCards(
  column: Column,
  texts: readonly string[],
  { ids = texts.map(newId), say, what, before, complete: given = false, words }: Options = {},
): Promise<void> {
  const { project_id } = column
  const complete = given || isLast(column)
  const added = texts.map((text, index) => {
    const id = ids[index] ?? newId()
    return { kind: 'add card' as const, id, project_id, text, complete }
  })
  // The server adds cards to the project's first column. A move takes them to any other.
  const [first = column] = project_id ? columnsOf(project_id) : [column]
  const isInPlace = before === undefined && keyOf(first) === keyOf(column)
  const moves = isInPlace ? [] : movesTo(foreseen().columns, ids, column, before)
  if (complete) {
    revealAmongMany(ids)
    noteAdded(ids)
  }
  await commit(...added, ...moves)
  const report = say ?? (what || ids.length > 1 ? undefined : announce)
  report?.(`${ids.length === 1 ? 'Added' : `${count(ids.length)} cards added`} to ${nameOf(column)}`)
  const said = (cards: Parameters<typeof called>[0]) => what ?? `Added ${called(cards)} to ${nameOf(column)}`
  const [{ id = '', text = '' } = {}] = added
  offerUndo({
    items: added,
    what: said,
    undone: (cards) => `Deleted ${called(cards)}`,
    isTold: what !== undefined,
    isQuiet: report !== undefined || words !== undefined,
    ...undoingOf(ids),
  })
  if (words !== undefined) offerWords({ id, text, before: words }, said(added), report !== undefined)
}
