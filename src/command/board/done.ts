import { successorsOf } from '../../board/repeating.ts'
import { addingOf } from '../../client/series.ts'
import { connected } from '../account/connection.ts'
import { changeCards, printCards, settleNext } from '../changes/change-cards.ts'
import { recordUndo } from '../changes/undo-log.ts'
import { answer, jsonOption, remark, whatOf } from '../output/terminal.ts'
import { thisDay } from './dates.ts'
import { findCards, readBoard, waysToName } from './names.ts'

export const words = ['CARD…'] as const
export const options = { not: { help: 'reopen them' }, ...jsonOption }
export const notes = `${waysToName}
A completed card stays in its column; "inboard mv CARD --to Done" completes it and moves it there. Completing a card that
repeats adds the next one.`

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
  const successors = complete ? successorsOf(toDo, thisDay()) : []
  const { changed, isWhole, others } = await changeCards(
    connection,
    toDo,
    () => ({ method: 'PATCH', body: { complete } }),
    successors.map(addingOf),
  )
  const after = changed.flatMap((one) => one.after ?? [])
  const completed = new Set(after.map(({ id }) => id))
  const next = await settleNext(connection, board, successors, others, (id) => completed.has(id))
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
      next: next.added,
    })
  printCards(board, asked, complete ? 'Done' : 'Reopened', after, next.cards)
  return isWhole && next.isWhole ? undefined : 1
})
