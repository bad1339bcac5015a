import type { Card } from '../../contract/card.ts'
import { Refused } from '../../server/refused.ts'
import { type Given, UsageError } from '../command.ts'
import { jsonOption } from '../terminal.ts'
import { type Account, type Column, inbox, readAccount } from './account.ts'
import { doAll } from './batch.ts'
import { tell } from './change-cards.ts'
import { connected } from './connection.ts'
import { findCards, findColumn, findProject, isInbox } from './names.ts'
import { titleOf, whatOf } from './printable.ts'
import { type FormerColumn, recordUndo } from './undo-log.ts'

export const words = ['CARD…'] as const
export const options = {
  to: { value: 'COLUMN', help: 'the column, or "inbox"' },
  project: { value: 'NAME', help: 'the project, if it is another; without --to, its first column' },
  top: { help: 'to the top of the column, not to its end' },
  ...jsonOption,
}
export const notes = `CARD is the letters that "inboard ls" shows, a beginning of the id, or words of the text: several words of one card go in quotes.
Into the last column of a project completes a card, and out of it reopens it, as in the web app.`

export const run = connected(async ({ client, login }, { words: given, options: asked }) => {
  if (!asked.to && !asked.project)
    throw new UsageError('Say where to: --to COLUMN, --project NAME or both. See: inboard mv --help')
  const account = await readAccount(client)
  const cards = findCards(account, given)
  const column = columnFor(account, cards, asked)
  const former = columnsOf(account, cards)
  const there = account
    .cardsIn(column)
    .map(({ id }) => id)
    .filter((id) => !cards.some((card) => card.id === id))
  const moved = cards.map(({ id }) => id)
  const order = asked.top === undefined ? [...there.slice(-mostListed), ...moved] : moved
  const { cards: now } = await client.setColumn({ ...column, card_ids: order, moved })
  const after = new Map(now.map((card) => [card.id, card]))
  const edits = await complete(cards)
  recordUndo(login, {
    kind: 'move',
    what: `moving ${whatOf(cards)}`,
    columns: former.map((one) => ({
      ...one,
      moved: one.moved.map((card) => ({ ...card, revision: after.get(card.id)?.revision ?? 0 })),
    })),
    edits,
  })
  tell(
    account,
    asked,
    `Moved to ${account.placeOf(column)}`,
    cards.map((card) => after.get(card.id) ?? card),
  )
  return undefined

  /** Those for which the move changes it. */
  async function complete(moving: Card[]) {
    const isLast = account.isLast(column)
    const isOther = (card: Card) => card.status_id !== column.status_id
    const changing = moving.filter(
      (card) => isOther(card) && card.complete !== isLast && (isLast || account.isLast(card)),
    )
    const results = await doAll(
      client,
      changing.map(({ id }) => ({ method: 'PATCH', path: `/api/cards/${id}`, body: { complete: isLast } })),
    )
    return changing.flatMap((card, index) => {
      const { card: changed } = (results[index]?.body ?? {}) as { card?: Card }
      if (!changed) return []
      after.set(card.id, changed)
      return [{ id: card.id, from: card.revision, before: { complete: !isLast }, revision: changed.revision }]
    })
  }
})

const mostListed = 9000

function columnFor(account: Account, cards: Card[], { to, project: named }: Given['options']): Column {
  const projects = [...account.projects.values()]
  const isToInbox = (name: string | undefined) =>
    isInbox(name) && !projects.some(({ title }) => isInbox(title))
  if (isToInbox(named) && to && !isInbox(to)) throw new Refused('The inbox has no columns.')
  if (isToInbox(named) || (!named && isInbox(to))) return inbox
  const id = named ? findProject(named, projects).id : commonProject(account, cards)
  const columns = account.columnsOf({ id })
  const [first] = columns
  const column = to ? findColumn(to, columns) : first
  if (!column) throw new Refused('The project has no columns.')
  return { project_id: id, status_id: column.id }
}

/** That they are all in. */
function commonProject(account: Account, cards: Card[]): string {
  const [first, ...others] = new Set(cards.map(({ project_id }) => project_id))
  if (first && others.length === 0) return first
  if (others.length > 0)
    throw new Refused('They are in different projects: say which one they go to (--project NAME).')
  const names = [...account.projects.values()].map(({ title }) => `  ${titleOf(title)}`)
  throw new Refused(
    `The inbox has no columns: say which project too (--project NAME).${names.length > 0 ? ` There are:\n\n${names.join('\n')}` : ''}`,
  )
}

/** Where they are now, in the order that undo brings back. */
function columnsOf(account: Account, cards: Card[]): FormerColumn[] {
  const columns = Map.groupBy(cards, ({ project_id, status_id }) => `${project_id} ${status_id}`)
  return [...columns.values()].flatMap((moved) => {
    const [first] = moved
    if (!first) return []
    const { project_id, status_id } = first
    return [
      {
        project_id,
        status_id,
        card_ids: account.cardsIn(first).map(({ id }) => id),
        moved: moved.map(({ id, revision }) => ({ id, from: revision, revision })),
      },
    ]
  })
}
