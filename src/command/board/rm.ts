import { connected } from '../account/connection.ts'
import { changeCards, printCards } from '../changes/change-cards.ts'
import { recordUndo } from '../changes/undo-log.ts'
import { jsonOption, whatOf } from '../output/terminal.ts'
import { findCards, readBoard, waysToName } from './names.ts'

export const words = ['CARD…'] as const
export const options = jsonOption
export const notes = `${waysToName}
"inboard undo" restores them, and so does the bin in the web app, for 30 days unless the server is configured otherwise.`

export const run = connected(async (connection, { words: given, options: asked }) => {
  const board = await readBoard(connection.client)
  const { changed, isWhole } = await changeCards(connection, findCards(board, given), () => ({
    method: 'DELETE',
  }))
  const gone = changed.map(({ before }) => before)
  if (gone.length > 0)
    recordUndo(connection.login, {
      kind: 'delete',
      what: `deleting ${whatOf(gone)}`,
      cards: gone.map(({ id, text, revision }) => ({ id, text, revision })),
    })
  printCards(board, asked, 'Moved to the bin', gone)
  return isWhole ? undefined : 1
})
