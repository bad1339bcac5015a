import type { Board } from '../../board/board.ts'
import {
  type Column,
  changedByMove,
  inbox,
  movesTo,
  nextAfter,
  operationOf,
  turning,
} from '../../board/columns.ts'
import { successorsOf } from '../../board/repeating.ts'
import { addingOf } from '../../client/series.ts'
import type { Card } from '../../contract/card.ts'
import type { BatchResult } from '../../contract/feed.ts'
import type { Problem } from '../../contract/problem.ts'
import { CommandError } from '../../server/common/command-error.ts'
import { connected } from '../account/connection.ts'
import { sentenceFor } from '../account/failures.ts'
import { doAll } from '../changes/batch.ts'
import { printCards, settleNext } from '../changes/change-cards.ts'
import { type FormerColumn, recordUndo } from '../changes/undo-log.ts'
import { type Given, UsageError } from '../command.ts'
import { placeName } from '../output/drawing.ts'
import { jsonOption, printable, whatOf } from '../output/terminal.ts'
import { thisDay } from './dates.ts'
import { findCards, findColumn, findProject, isInbox, isTheInbox, readBoard, waysToName } from './names.ts'

export const words = ['CARD…'] as const
export const options = {
  to: { value: 'COLUMN', help: 'the column, or "inbox"' },
  project: { value: 'NAME', help: 'another project; without --to, its first column' },
  top: { help: 'to the top of the column instead of its end' },
  ...jsonOption,
}
export const notes = `${waysToName}
As in the web app, the last column of a project completes a card, and leaving it reopens the card. A card that repeats
is followed by the next one, in the first column.`

export const run = connected(async (connection, { words: given, options: asked }) => {
  if (!asked.to && !asked.project)
    throw new UsageError('Choose where: --to COLUMN, --project NAME or both. See: inboard mv --help')
  const { client, login } = connection
  const board = await readBoard(client)
  const cards = findCards(board, given)
  const column = columnFor(board, cards, asked)
  const former = columnsOf(board, cards)
  const moved = cards.map(({ id }) => id)
  const first = asked.top === undefined ? undefined : nextAfter(board.cardsIn(column), undefined, moved)
  const turned = changedByMove(cards, column, board.isLast)
  const steps = turning(movesTo(board.columns, moved, column, first), turned)
  const completed = new Set(turned.flatMap(({ id, complete }) => (complete ? [id] : [])))
  const successors = successorsOf(
    cards.filter(({ id }) => completed.has(id)),
    thisDay(),
    column,
  )
  const results = await doAll(client, [...successors.map(addingOf), ...steps.map(operationOf)])
  const others = results.splice(0, successors.length)
  const own = new Set(moved)
  const after = new Map(
    results.flatMap(cardsIn).flatMap((card) => (own.has(card.id) ? [[card.id, card] as const] : [])),
  )
  const next = await settleNext(
    connection,
    board,
    successors,
    others,
    (id) => after.get(id)?.complete === true,
  )
  // Also if only some of it was done.
  if (after.size > 0) record()
  const refused = results.find(({ status }) => status >= 300)
  if (refused) throw new CommandError(sentenceFor(refused.body as Problem, login.url))
  printCards(
    board,
    asked,
    `Moved to ${placeName(board, column)}`,
    cards.map((card) => after.get(card.id) ?? card),
    next.cards,
  )
  return next.isWhole ? undefined : 1

  function record(): void {
    recordUndo(login, {
      kind: 'move',
      what: `moving ${whatOf(cards)}`,
      columns: former.map((one) => ({
        ...one,
        moved: one.moved.map((card) => ({ ...card, revision: after.get(card.id)?.revision ?? 0 })),
      })),
      edits: turned.flatMap(({ id, complete, revision: from }) => {
        const now = after.get(id)
        return now?.complete === complete
          ? [{ id, from, before: { complete: !complete }, revision: now.revision }]
          : []
      }),
      next: next.added,
    })
  }
})

/** What an operation has changed. */
function cardsIn({ body }: BatchResult): Card[] {
  const { card, cards = [] } = (body ?? {}) as { card?: Card; cards?: Card[] }
  return card ? [card] : cards
}

function columnFor(board: Board, cards: Card[], { to, project: named }: Given['options']): Column {
  const projects = board.projects
  if (isTheInbox(board, named) && to && !isInbox(to)) throw new CommandError('The inbox has no columns.')
  if (isTheInbox(board, named) || (!named && isInbox(to))) return inbox
  const id = named ? findProject(named, projects).id : commonProject(board, cards)
  const columns = board.statusesOf({ id })
  const [first] = columns
  const column = to ? findColumn(to, columns) : first
  if (!column) throw new CommandError('The project has no columns.')
  return { project_id: id, status_id: column.id }
}

/** The project that all the cards are in. */
function commonProject(board: Board, cards: Card[]): string {
  const [first, ...others] = new Set(cards.map(({ project_id }) => project_id))
  if (first && others.length === 0) return first
  if (others.length > 0)
    throw new CommandError('The cards are in different projects. Choose one: --project NAME')
  const names = board.projects.map(({ title }) => `  ${printable(title)}`)
  throw new CommandError(
    `The inbox has no columns. Choose a project too: --project NAME${names.length > 0 ? `. There are:\n\n${names.join('\n')}` : ''}`,
  )
}

/** The columns they are in now, with the order that undo restores. */
function columnsOf(board: Board, cards: Card[]): FormerColumn[] {
  const columns = Map.groupBy(cards, ({ project_id, status_id }) => `${project_id} ${status_id}`)
  return [...columns.values()].flatMap((moved) => {
    const [first] = moved
    if (!first) return []
    const { project_id, status_id } = first
    return [
      {
        project_id,
        status_id,
        card_ids: board.cardsIn(first).map(({ id }) => id),
        moved: moved.map(({ id, revision }) => ({ id, from: revision, revision })),
      },
    ]
  })
}
