import { UsageError } from '../command.ts'
import { answer, jsonOption, remark } from '../terminal.ts'
import { readAccount } from './account.ts'
import { connected } from './connection.ts'
import { cardLine } from './drawing.ts'
import { withWords } from './names.ts'
import { printable } from './printable.ts'

export const words = ['WORDS…'] as const
export const options = jsonOption
export const notes = `Every word has to occur in the card, as part of a word too, whatever its case or accents. What was changed last comes first.
Exit code 1, if there is none.`

export const run = connected(async ({ client }, { words: given, options: asked }) => {
  const wanted = given.join(' ')
  if (wanted.trim() === '') throw new UsageError('WORDS is missing. See: inboard find --help')
  const account = await readAccount(client)
  const found = withWords(wanted, [...account.cards.values()]).sort((a, b) =>
    a.updated_at > b.updated_at ? -1 : 1,
  )
  answer(asked, { cards: found }, () =>
    found.map((card) => cardLine(account, card, '', `  ${account.placeOf(card)}`)).join('\n'),
  )
  if (found.length > 0) return undefined
  if (asked.json === undefined) remark(`No card has "${printable(wanted)}" in it.`)
  return 1
})
