import { answer, jsonOption, remark } from '../terminal.ts'
import { readAccount } from './account.ts'
import { changeCards, tell } from './change-cards.ts'
import { connected } from './connection.ts'
import { findCards } from './names.ts'
import { whatOf } from './printable.ts'
import { recordUndo } from './undo-log.ts'

export const words = ['CARD…'] as const
export const options = { not: { help: 'reopens them' }, ...jsonOption }
export const notes = `CARD is the letters that "inboard ls" shows, a beginning of the id, or words of the text: several words of one card go in quotes.
A completed card stays in its column; "inboard mv CARD --to Done" completes it and moves it there.`

export const run = connected(async (connection, { words: given, options: asked }) => {
  const account = await readAccount(connection.client)
  const complete = asked.not === undefined
  const cards = findCards(account, given, (card) => card.complete !== complete)
  const toDo = cards.filter((card) => card.complete !== complete)
  if (toDo.length === 0) {
    answer(asked, { cards }, () => '')
    if (asked.json === undefined) remark(complete ? 'It is done already.' : 'It is open already.')
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
  tell(account, asked, complete ? 'Done' : 'Open again', after)
  return isWhole ? undefined : 1
})
