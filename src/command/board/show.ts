import type { Board } from '../../board/board.ts'
import type { Card } from '../../contract/card.ts'
import { connected } from '../outbox.ts'
import { faint, placeName } from '../output/drawing.ts'
import { answer, datesOf, facts, jsonOption, printable, thisDay } from '../output/terminal.ts'
import { findCards, readBoard, waysToName } from './names.ts'

export const words = ['CARD…'] as const
export const options = jsonOption
export const notes = waysToName

export const run = connected(async ({ client }, { words: given, options: asked }) => {
  const board = await readBoard(client)
  const cards = findCards(board, given)
  const [card] = cards
  answer(asked, cards.length === 1 ? { card } : { cards }, () =>
    cards.map((one) => wholeCard(board, one)).join('\n\n'),
  )
  return undefined
})

function wholeCard(board: Board, card: Card): string {
  const dates = datesOf(card, thisDay())
  return [
    printable(card.text),
    '',
    faint(
      facts([
        ['in', placeName(board, card)],
        ...(dates === undefined ? [] : [['due', dates] satisfies [string, string]]),
        ['done', card.complete ? 'yes' : 'no'],
        ['created', new Date(card.created_at).toLocaleString()],
        ['changed', new Date(card.updated_at).toLocaleString()],
        ['name', board.shortId(card.id)],
        ['id', card.id],
      ]),
    ),
  ].join('\n')
}
