import { connected } from '../account/connection.ts'
import { whatOf } from '../output/printable.ts'
import { answer, jsonOption, remark } from '../output/terminal.ts'
import { recordUndo } from '../undo/log.ts'
import { changeCards, printCards } from './change-cards.ts'
import { findCards, waysToName } from './names.ts'
import { readBoard } from './read-board.ts'

export const words = ['CARD…'] as const
export const options = { not: { help: 'reopen them' }, ...jsonOption }
export const notes = `${waysToName}
A completed card stays in its column; "inboard mv CARD --to Done" completes it and moves it there.`

export const run = connected(async (connection, { words: given, options: asked }) => {
  const board = await readBoard(connection.client)
  const complete = asked.not === undefined
  const cards = findCards(board, given, (card) => card.complete !== complete)
  const toDo = cards.filter((card) => card.complete !== complete)
  if (toDo.length === 0) {
    answer(asked, { cards }, () => '')
    if (asked.json === undefined) remark(complete ? 'Already done.' : 'Already open.')
    return undefined
  }
  const { changed, isWhole } = await changeCards(connection, toDo, () => ({
    method: 'PATCH',
    body: { complete },
  }))
  const after = changed.flatMap((one) => one.after ?? [])
  const formerly = new Map(toDo.map(({ id, revision }) => [id, revision]))
  if (after.length > 0)
    recordUndo(connection.login, {
      kind: 'edit',
      what: `${complete ? 'completing' : 'reopening'} ${whatOf(after)}`,
      edits: after.map(({ id, revision }) => ({
        id,
        from: formerly.get(id) ?? 0,
        revision,
        before: { complete: !complete },
      })),
    })
  printCards(board, asked, complete ? 'Done' : 'Reopened', after)
  return isWhole ? undefined : 1
})
