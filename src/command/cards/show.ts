import { answer, facts, jsonOption } from '../terminal.ts'
import { readAccount } from './account.ts'
import { connected } from './connection.ts'
import { faint } from './drawing.ts'
import { findCard } from './names.ts'
import { printable } from './printable.ts'

export const words = ['CARD…'] as const
export const options = jsonOption
export const notes =
  'CARD is the letters that "inboard ls" shows, a beginning of the id, or words of the text.'

export const run = connected(async ({ client }, { words: given, options: asked }) => {
  const account = await readAccount(client)
  const card = findCard(account, given.join(' '))
  answer(asked, { card }, () =>
    [
      printable(card.text),
      '',
      faint(
        facts([
          ['in', account.placeOf(card)],
          ['done', card.complete ? 'yes' : 'no'],
          ['created', new Date(card.created_at).toLocaleString()],
          ['changed', new Date(card.updated_at).toLocaleString()],
          ['name', account.nameOf(card)],
          ['id', card.id],
        ]),
      ),
    ].join('\n'),
  )
  return undefined
})
