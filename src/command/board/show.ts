import { connected } from '../account/connection.ts'
import { faint } from '../output/drawing.ts'
import { printable } from '../output/printable.ts'
import { answer, facts, jsonOption } from '../output/terminal.ts'
import { findCard } from './names.ts'
import { placeName, readBoard } from './read-board.ts'

export const words = ['CARD…'] as const
export const options = jsonOption
export const notes =
  'CARD is the letters shown by "inboard ls", the beginning of the id, or words of the text.'

export const run = connected(async ({ client }, { words: given, options: asked }) => {
  const board = await readBoard(client)
  const card = findCard(board, given.join(' '))
  answer(asked, { card }, () =>
    [
      printable(card.text),
      '',
      faint(
        facts([
          ['in', placeName(board, card)],
          ['done', card.complete ? 'yes' : 'no'],
          ['created', new Date(card.created_at).toLocaleString()],
          ['changed', new Date(card.updated_at).toLocaleString()],
          ['name', board.shortId(card.id)],
          ['id', card.id],
        ]),
      ),
    ].join('\n'),
  )
  return undefined
})
