import { hash } from 'node:crypto'
import Type from 'typebox'
import { Card, maxPosition } from '../../contract/card.ts'
import { statusIdOf, statusNames } from '../../contract/plain/statuses.ts'
import type { FileFormat, Imported, ImportQuery } from '../../contract/transfer.ts'
import { findInbox } from '../cards/cards.ts'
import { type Column, inbox, pack } from '../cards/column.ts'
import { readColumn, writeMoves } from '../cards/moves.ts'
import { iso } from '../common/clock.ts'
import { ProblemError } from '../common/problems.ts'
import type { BoardWorld } from '../common/world.ts'
import type { Change, Size } from '../db/database.ts'
import { newId, nthId } from '../db/ids.ts'
import { fieldsOf, members, table } from '../db/values.ts'
import { findCursor } from '../feed/changes.ts'
import { insertProjects, requireAnother } from '../projects/projects.ts'
import { readKey } from '../writes/keys.ts'
import { requireWithinLimits } from '../writes/limits.ts'
import { type Done, unchanged, write } from '../writes/write.ts'
import { type Arrangement, arrange, countCards, type ReadyCard, readChoice } from './arrange.ts'
import { countMarks } from './marking.ts'
import { readFile, type SentFile } from './read-file.ts'

// An import, from the file to the new rows: read-file.ts reads it, arrange.ts fits it into columns, this inserts it.

interface Import {
  ownerId: string
  /** The idempotency key, if any. */
  sentKey?: string | undefined
}

/** Imports everything in a file, or nothing. A dry run returns what it would create. */
export async function importFile(
  world: BoardWorld,
  { ownerId, sentKey }: Import,
  file: SentFile,
  { dry_run = false, lists, title = 'Imported' }: ImportQuery = {},
): Promise<Done<Imported>> {
  const choice = readChoice(lists)
  const key = readKey(sentKey, 'importFile', { lists, title }, sentKey && contentOf(file))
  const now = iso(world.clock.now())
  const { format, plan } = readFile(file, { title, today: now.slice(0, 10) })
  const arrangement = arrange(plan, choice, title)
  const adds = sizeOf(arrangement)
  const check = (change: Change) => requireFits(world, change, arrangement, adds)
  if (dry_run) {
    await rehearse(world, ownerId, check, adds)
    return { content: answerOf(format, arrangement), seq: await findCursor(world.db, ownerId) }
  }
  const first = newId()
  const { content, ...done } = await write(
    world,
    { ownerId, key },
    {
      adds,
      async work(change) {
        await check(change)
        if (arrangement.boards.length + adds.cards === 0) return unchanged({ id: first })
        await make(change, arrangement, first, now)
        return { id: first }
      },
      // The first result can be reconstructed from the file and the first id.
      again: async (_db, id) => ({ id }),
    },
  )
  return { ...done, content: answerOf(format, arrangement, content.id) }
}

const contentOf = ({ type, bytes }: SentFile) => [type, hash('sha256', bytes, 'base64url')]

/** Throws the error with which an import would be refused. Nothing is committed. */
async function rehearse(
  { db }: BoardWorld,
  ownerId: string,
  check: (change: Change) => Promise<void>,
  adds: Size,
): Promise<void> {
  const over = new Error('the rehearsal is over')
  const checkAndLeave = async (change: Change) => {
    await check(change)
    throw over
  }
  await db.change(ownerId, checkAndLeave, adds).catch((error) => {
    if (error !== over) throw error
  })
}

/** The problem's detail, worded for a file instead of a single item. */
const detailsForFiles: Record<string, string> = {
  project_limit_reached: 'This file has more projects than you may still add. Delete some of yours first.',
  card_limit_reached: 'This file has more cards than you may still add. Delete some of yours first.',
  storage_limit_reached: 'This file has more text than you may still add. Delete some of your cards first.',
}

async function requireFits(
  world: BoardWorld,
  change: Change,
  { boards }: Arrangement,
  adds: Size,
): Promise<void> {
  try {
    if (boards.length > 0) await requireAnother(world, change, boards.length)
    await requireWithinLimits(world, change, adds, await change.size)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { problem } = error
    throw new ProblemError({ ...problem, detail: detailsForFiles[problem.code] ?? problem.detail })
  }
}

/** Without ids if nothing was created. All are derived from the first: of the projects, the inbox, then the other cards. */
function answerOf(format: FileFormat, arrangement: Arrangement, first?: string): Imported {
  const { boards, inbox, lists, leftOut } = arrangement
  return {
    projects: boards.length,
    cards: countCards(arrangement),
    format,
    boards: boards.map(({ title, columns }, index) => ({
      ...(first && { project_id: nthId(first, index) }),
      title,
      statuses: statusNames.map((name, position) => ({ name, cards: columns[position]?.length ?? 0 })),
    })),
    inbox: {
      cards: inbox.length,
      ...(first && { card_ids: inbox.map((_, index) => nthId(first, boards.length + index)) }),
    },
    lists: [...lists],
    marks: countMarks(allCards(arrangement)),
    left_out: leftOut.entries,
    not_imported: leftOut.list(),
  }
}

export const sizeOf = (arrangement: Arrangement): Size => ({
  cards: countCards(arrangement),
  bytes: allCards(arrangement).reduce(
    (sum, { text }) => sum + Buffer.byteLength(text),
    arrangement.boards.reduce((sum, { title }) => sum + Buffer.byteLength(title), 0),
  ),
})

export const allCards = ({ boards, inbox: cards }: Arrangement): ReadyCard[] => [
  ...cards,
  ...boards.flatMap(({ columns }) => columns.flat()),
]

/** Creates everything: new projects, and cards at the end of the inbox. */
async function make(change: Change, arrangement: Arrangement, first: string, now: string): Promise<void> {
  const { boards, inbox: toInbox } = arrangement
  const seq = await change.seq
  const created = (at = now) => (at < now ? at : now)
  const projects = boards.map(({ title, created_at }, index) => ({
    id: nthId(first, index),
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
    const project_id = nthId(first, index)
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
  const cards = await readColumn(change, change.ownerId, inbox)
  writeMoves(change, pack(cards), seq)
  return cards.length
}

type CardRow = Column & Omit<ReadyCard, 'complete'> & { id: string; complete: number; position: number }

/** The members in which imported cards differ. */
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
