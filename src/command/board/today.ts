import type { DueCard } from '../../board/due.ts'
import { dueAsData, dueWithin, todayOf } from '../../board/due.ts'
import type { Card } from '../../contract/card.ts'
import { connected } from '../outbox.ts'
import { cardLine, heading } from '../output/drawing.ts'
import { answer, jsonOption, thisDay } from '../output/terminal.ts'
import { readBoard } from './names.ts'

export const options = {
  soon: { help: 'also what is due in the next seven days' },
  ...jsonOption,
}
export const notes = `Open cards that are overdue or due today, then what is in progress: the second column of each project.
It is the day of this machine's time zone; set TZ for another one.`

export const run = connected(async ({ client }, { options: asked }) => {
  const board = await readBoard(client)
  const today = thisDay()
  const { due, doing } = todayOf(board, today)
  const soon = asked.soon === undefined ? undefined : dueWithin(board, today, 7)
  const section = (title: string, cards: readonly Card[]) =>
    cards.length === 0
      ? []
      : ['', heading(title), ...cards.map((card) => cardLine(board, card, today, { withPlace: true }))]
  answer(asked, { today, due: due.map(asData), doing, ...(soon && { soon: soon.map(asData) }) }, () => {
    const [overdue, dueToday] = [true, false].map((isOverdue) =>
      cardsOf(due.filter((one) => one.isOverdue === isOverdue)),
    )
    const sections = [
      ...section('Overdue', overdue ?? []),
      ...section('Today', dueToday ?? []),
      ...section('Doing', doing),
      ...section('Soon', cardsOf(soon ?? [])),
    ]
    return sections.slice(1).join('\n') || 'Nothing is due today, and nothing is in progress.'
  })
  return undefined
})

const cardsOf = (due: readonly DueCard[]) => due.map(({ card }) => card)

const asData = ({ card, due, isOverdue }: DueCard) => ({
  ...card,
  due: dueAsData(due),
  overdue: isOverdue,
})
