import { isProblem } from '../api.ts'
import { columns } from '../state/changes.ts'
import { type Column, cardsOf, inbox, keyOf, orderWith } from '../state/columns.ts'
import { draft, newCardDraft, write } from '../state/drafts.ts'
import { newId } from '../state/ids.ts'
import { announce } from '../state/notices.ts'
import { columnsOf, findProject, nameOf } from '../state/projects.ts'
import { moveCards } from './move-cards.ts'
import { outcomesOf } from './outcomes.ts'
import { create, setColumn } from './requests.ts'

const blank = { owner_id: '', complete: false, position: 0, created_at: '', updated_at: '', revision: 0 }

/** Adds cards at the end of a column. The text of those that cannot be saved goes back into the column's field. */
export async function addCards(column: Column, texts: readonly string[]): Promise<void> {
  const [first = column] = column.project_id ? columnsOf(column.project_id) : [column]
  const cards = texts.map((text) => ({ ...blank, ...first, id: newId(), text }))
  const ids = cards.map(({ id }) => id)
  const creating = cards.map(create)
  // The server creates cards in the project's first column: those for another column are moved there next.
  const moving =
    keyOf(first) === keyOf(column)
      ? []
      : [setColumn(column, orderWith(cardsOf(columns.value, keyOf(column)), ids, undefined), ids)]
  announce(
    texts.length === 1 ? `Added to ${nameOf(column)}` : `${texts.length} cards added to ${nameOf(column)}`,
  )
  const outcomes = await outcomesOf(
    creating,
    texts.length === 1 ? 'The card was not saved.' : 'Not every card was saved.',
    [column],
  )
  const unsaved = texts.filter((_, index) => outcomes[index]?.status === 'rejected')
  const isInvalid = outcomes.some(
    (one) => one.status === 'rejected' && isProblem(one.reason, 'validation_failed'),
  )
  // An invalid text is there to be corrected. After any other, typing goes on in a new line.
  giveBack(column, unsaved, isInvalid ? '' : '\n')
  if (unsaved.length < texts.length)
    await outcomesOf(moving, `What you added is still in ${nameOf(first)}.`, [column], () =>
      moveCards(ids, column),
    )
}

/** The column itself, or the inbox if its project is gone. */
export const columnOrInbox = (column: Column) =>
  column.project_id === null || findProject(column.project_id) ? column : inbox

/** What has been given back to a field so far, by the name of its draft: the next failure is put after it. */
const givenBack = new Map<string, string>()

function giveBack(column: Column, texts: readonly string[], end: string): void {
  if (texts.length === 0) return
  const name = newCardDraft(columnOrInbox(column))
  const typed = draft(name).value
  const earlier = givenBack.get(name) ?? ''
  const isStillThere = earlier !== '' && typed.startsWith(earlier)
  const back = [...(isStillThere ? [earlier] : []), ...texts].join('\n')
  const rest = isStillThere ? typed.slice(earlier.length).replace(/^\n/, '') : typed
  givenBack.set(name, back)
  write(name, rest ? `${back}\n${rest}` : back + end)
}
