import { jsonOption } from '../terminal.ts'
import { readAccount } from './account.ts'
import { changeCards, tell } from './change-cards.ts'
import { connected } from './connection.ts'
import { findCards } from './names.ts'
import { whatOf } from './printable.ts'
import { recordUndo } from './undo-log.ts'

export const words = ['CARD…'] as const
export const options = jsonOption
export const notes = `CARD is the letters that "inboard ls" shows, a beginning of the id, or words of the text: several words of one card go in quotes.
"inboard undo" brings them back, and so does the bin in the web app, for 30 days if the server says nothing else.`

export const run = connected(async (connection, { words: given, options: asked }) => {
  const account = await readAccount(connection.client)
  const { changed, isWhole } = await changeCards(connection, findCards(account, given), () => ({
    method: 'DELETE',
  }))
  const gone = changed.map(({ before }) => before)
  if (gone.length > 0)
    recordUndo(connection.login, {
      kind: 'delete',
      what: `deleting ${whatOf(gone)}`,
      cards: gone.map(({ id, text, revision }) => ({ id, text, revision })),
    })
  tell(account, asked, 'Into the bin', gone)
  return isWhole ? undefined : 1
})
