import type { Board } from '../../client/board/board.ts'
import { type Column, inbox } from '../../client/board/columns.ts'
import { changedByMove } from '../../client/board/completing.ts'
import { movesTo, nextAfter, orderOf, turning } from '../../client/board/moves.ts'
import type { Card } from '../../contract/card.ts'
import { CommandError } from '../../server/common/command-error.ts'
import { connected } from '../account/connection.ts'
import { type Given, UsageError } from '../command.ts'
import { titleOf, whatOf } from '../output/printable.ts'
import { jsonOption } from '../output/terminal.ts'
import { type FormerColumn, recordUndo } from '../undo/log.ts'
import { doAll } from './batch.ts'
import { printCards } from './change-cards.ts'
import { findCards, findColumn, findProject, isInbox, waysToName } from './names.ts'
import { placeName, readBoard } from './read-board.ts'

export const words = ['CARD…'] as const
export const options = {
  to: { value: 'COLUMN', help: 'the column, or "inbox"' },
  project: { value: 'NAME', help: 'another project; without --to, its first column' },
  top: { help: 'to the top of the column instead of its end' },
  ...jsonOption,
}
export const notes = `${waysToName}
As in the web app, the last column of a project completes a card, and leaving it reopens the card.`

export const run = connected(async ({ client, login }, { words: given, options: asked }) => {
  if (!asked.to && !asked.project)
    throw new UsageError('Choose where: --to COLUMN, --project NAME or both. See: inboard mv --help')
  const board = await readBoard(client)
  const cards = findCards(board, given)
  const column = columnFor(board, cards, asked)
  const former = columnsOf(board, cards)
  const moved = cards.map(({ id }) => id)
  const first = asked.top === undefined ? undefined : nextAfter(board.cardsIn(column), undefined, moved)
  const turned = changedByMove(cards, column, board.isLast)
  const steps = turning(movesTo(board.columns, moved, column, first), turned)
  const after = new Map<string, Card>()
  try {
    for (const step of steps)
      if (step.kind === 'move cards') keep((await client.setColumn(orderOf(step))).cards)
    const results = await doAll(
      client,
      steps.flatMap((step) =>
        step.kind === 'complete card'
          ? [{ method: 'PATCH', path: `/api/cards/${step.id}`, body: { complete: step.complete } }]
          : [],
      ),
    )
    keep(results.flatMap(({ body }) => (body as { card?: Card } | null)?.card ?? []))
  } finally {
    // Also if only some of it was done.
    if (after.size > 0) record()
  }
  printCards(
    board,
    asked,
    `Moved to ${placeName(board, column)}`,
    cards.map((card) => after.get(card.id) ?? card),
  )
  return undefined

  function keep(changed: readonly Card[]): void {
    for (const card of changed) if (moved.includes(card.id)) after.set(card.id, card)
  }

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
    })
  }
})

function columnFor(board: Board, cards: Card[], { to, project: named }: Given['options']): Column {
  const projects = board.projects
  const isToInbox = (name: string | undefined) =>
    isInbox(name) && !projects.some(({ title }) => isInbox(title))
  if (isToInbox(named) && to && !isInbox(to)) throw new CommandError('The inbox has no columns.')
  if (isToInbox(named) || (!named && isInbox(to))) return inbox
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
  const names = board.projects.map(({ title }) => `  ${titleOf(title)}`)
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
