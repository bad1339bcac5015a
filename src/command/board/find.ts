import { withWords } from '../../board/names.ts'
import { UsageError } from '../command.ts'
import { connected } from '../outbox.ts'
import { cardLine } from '../output/drawing.ts'
import { answer, jsonOption, printable, remark, thisDay } from '../output/terminal.ts'
import { readBoard } from './names.ts'

export const words = ['WORDS…'] as const
export const options = jsonOption
export const notes = `Finds the cards that contain every word, also within longer words, ignoring case and accents. The last changed come first.
The exit code is 1 if there are none.`

export const run = connected(async ({ client }, { words: given, options: asked }) => {
  const wanted = given.join(' ')
  if (wanted.trim() === '') throw new UsageError('WORDS is missing. See: inboard find --help')
  const board = await readBoard(client)
  const today = thisDay()
  const found = withWords(wanted, board.cards).sort((a, b) => (a.updated_at > b.updated_at ? -1 : 1))
  answer(asked, { cards: found }, () =>
    found.map((card) => cardLine(board, card, today, { indent: '', withPlace: true })).join('\n'),
  )
  if (found.length > 0) return undefined
  if (asked.json === undefined) remark(`No card contains "${printable(wanted)}".`)
  return 1
})
