import { maxPosition } from '../../contract/card.ts'
import { statusIdOf } from '../../contract/statuses.ts'
import { bytesOf } from '../bin/room.ts'
import { findInbox } from '../cards/add-card.ts'
import { type Column, inbox, pack } from '../cards/column.ts'
import { readColumn, writeMoves } from '../cards/moves.ts'
import type { Change, Size } from '../db/database.ts'
import { nthId } from '../db/ids.ts'
import { table } from '../db/values.ts'
import { insertProjects } from '../projects/projects.ts'
import { type Arrangement, countCards, type ReadyCard } from './arrange.ts'

/** The ids of what is made follow from one. */
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

const allCards = ({ boards, inbox: cards }: Arrangement): ReadyCard[] => [
  ...cards,
  ...boards.flatMap(({ columns }) => columns.flat()),
]

/** Makes all of it: new projects, and cards at the end of the inbox. */
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
    cards.map(({ text, complete, created_at }, index) => ({
      id: nthId(first, made++),
      ...column,
      text,
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

/** The position of the first of so many new cards. */
async function endOfInbox(change: Change, count: number, seq: number): Promise<number> {
  if (count === 0) return 0
  const { last } = await findInbox(change)
  if (last + count <= maxPosition) return last + 1
  const cards = await readColumn(change, inbox)
  writeMoves(change, pack(cards), seq)
  return cards.length
}

type CardRow = Column & { id: string; text: string; complete: number; position: number; created_at: string }

const fields = {
  id: 'text',
  project_id: 'text',
  status_id: 'text',
  text: 'text',
  complete: 'integer',
  position: 'integer',
  created_at: 'text',
} as const

function insertCards(change: Change, rows: readonly CardRow[], now: string, seq: number): void {
  change.send`
    insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at,
      revision, changed, counted)
    select id, ${change.ownerId}, project_id, status_id, text, complete, position, created_at, ${now},
      ${seq}, ${seq}, ${seq}
    from ${table(rows, fields)} as given`
}

/** So that no statement takes long, or needs much memory. */
function* chunks<Row>(rows: readonly Row[]): Generator<Row[]> {
  const size = 500
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}
