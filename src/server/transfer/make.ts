import Type from 'typebox'
import { Card, maxPosition } from '../../contract/card.ts'
import { statusIdOf } from '../../contract/plain/statuses.ts'
import { findInbox } from '../cards/add-card.ts'
import { type Column, inbox, pack } from '../cards/column.ts'
import { readColumn, writeMoves } from '../cards/moves.ts'
import type { Change, Size } from '../db/database.ts'
import { nthId } from '../db/ids.ts'
import { fieldsOf, members, table } from '../db/values.ts'
import { insertProjects } from '../projects/projects.ts'
import { bytesOf } from '../writes/limits.ts'
import { type Arrangement, countCards, type ReadyCard } from './arrange.ts'

/** All new ids are derived from the first. */
export const projectIdOf = (first: string, index: number) => nthId(first, index)
export const inboxCardIdOf = (first: string, { boards }: Arrangement, index: number) =>
  nthId(first, boards.length + index)

export const sizeOf = (arrangement: Arrangement): Size => ({
  cards: countCards(arrangement),
  bytes: allCards(arrangement).reduce(
    (sum, { text }) => sum + bytesOf(text),
    arrangement.boards.reduce((sum, { title }) => sum + bytesOf(title), 0),
  ),
})

export const allCards = ({ boards, inbox: cards }: Arrangement): ReadyCard[] => [
  ...cards,
  ...boards.flatMap(({ columns }) => columns.flat()),
]

/** Creates everything: new projects, and cards at the end of the inbox. */
export async function make(
  change: Change,
  arrangement: Arrangement,
  first: string,
  now: string,
): Promise<void> {
  const { boards, inbox: toInbox } = arrangement
  const seq = await change.seq
  const created = (at = now) => (at < now ? at : now)
  const projects = boards.map(({ title, created_at }, index) => ({
    id: projectIdOf(first, index),
    title,
    created_at: created(created_at),
  }))
  let made = boards.length
  const rowsIn = (column: Column, cards: readonly ReadyCard[], from = 0) =>
    cards.map(({ complete, created_at, ...card }, index) => ({
      ...card,
      id: nthId(first, made++),
      ...column,
      complete: Number(complete),
      position: from + index,
      created_at: created(created_at),
    }))
  const rows = rowsIn(inbox, toInbox, await endOfInbox(change, toInbox.length, seq))
  for (const [index, { columns }] of boards.entries()) {
    const project_id = projectIdOf(first, index)
    for (const [position, cards] of columns.entries())
      for (const row of rowsIn({ project_id, status_id: statusIdOf(project_id, position) }, cards))
        rows.push(row)
  }
  for (const some of chunks(projects)) insertProjects(change, some, now, seq)
  for (const some of chunks(rows)) insertCards(change, some, now, seq)
}

/** The position of the first of `count` new cards. */
async function endOfInbox(change: Change, count: number, seq: number): Promise<number> {
  if (count === 0) return 0
  const { last } = await findInbox(change)
  if (last + count <= maxPosition) return last + 1
  const cards = await readColumn(change, inbox)
  writeMoves(change, pack(cards), seq)
  return cards.length
}

type CardRow = Column & Omit<ReadyCard, 'complete'> & { id: string; complete: number; position: number }

/** What differs from one imported card to the next. */
const Own = Type.Omit(Card, ['owner_id', 'updated_at', 'revision'])
const [own, fields] = [members(Own), fieldsOf(Own)]

function insertCards(change: Change, rows: readonly CardRow[], now: string, seq: number): void {
  change.send`
    insert into cards (${own}, owner_id, updated_at, revision, changed, counted)
    select ${own}, ${change.ownerId}, ${now}, ${seq}, ${seq}, ${seq}
    from ${table(rows, fields)} as given`
}

/** Bounds the time and memory of each statement. */
function* chunks<Row>(rows: readonly Row[]): Generator<Row[]> {
  const size = 500
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}
