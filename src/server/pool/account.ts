import type { Account, Wanted } from '../../agents/account.ts'
import { Board, type ColumnCounts } from '../../board/board.ts'
import { keyOf } from '../../board/columns.ts'
import {
  bestOf,
  isShortId,
  isWholeId,
  lettersOfId,
  linkedId,
  maxGuesses,
  nameFinder,
  shortIdFinder,
} from '../../board/names.ts'
import { emptyWorkspace } from '../../board/workspace.ts'
import { Card } from '../../contract/card.ts'
import { Status } from '../../contract/project.ts'
import type { Reader } from '../db/database.ts'
import { list, members, type Row, same, toAnswer } from '../db/values.ts'
import { listProjects } from '../projects/projects.ts'

/** Gives access to the database, if the caller still has it. */
type Reading = <Result>(work: (db: Reader) => Promise<Result>) => Promise<Result>

/** An account as agents read it. Each query selects no more than the call needs. */
export const accountOf = (read: Reading, ownerId: string): Account => ({
  board: (references = []) => read((db) => readBoard(db, ownerId, references)),
  counts: () => read((db) => countCards(db, ownerId)),
  cards: (wanted) => read((db) => findCards(db, ownerId, wanted)),
})

async function readBoard(db: Reader, ownerId: string, references: readonly string[]): Promise<Board> {
  const [projects, statuses, cards] = await Promise.all([
    listProjects(db, ownerId),
    db.all<Row<typeof Status>>`
      select ${members(Status)} from statuses where owner_id = ${ownerId} order by project_id, position`,
    cardsNamed(db, ownerId, references),
  ])
  const columns = Map.groupBy(
    statuses.map((row) => toAnswer(Status, row)),
    ({ project_id }) => project_id,
  )
  const workspace = { ...emptyWorkspace, projects: JSON.parse(projects.text), statuses: columns }
  return new Board(workspace, lettersOfId).with(cards)
}

async function countCards(db: Reader, ownerId: string): Promise<Map<string, ColumnCounts>> {
  const rows = await db.all<{ status_id: string | null; cards: number; complete: number }>`
    select status_id, count(*) as cards, sum(complete) as complete from cards
    where owner_id = ${ownerId} group by project_id, status_id`
  return new Map(
    rows.map(({ status_id, cards, complete }) => [
      keyOf({ status_id }),
      { open: cards - complete, complete },
    ]),
  )
}

/** SQLite and PostgreSQL limit numbers to this or more. */
const boundless = 2 ** 31 - 1

async function findCards(db: Reader, ownerId: string, wanted: Wanted): Promise<Card[]> {
  const { ids, column, complete, containing = '', skip = 0, limit = boundless } = wanted
  const [least, most] = complete === undefined ? [0, 1] : [Number(complete), Number(complete)]
  const rows = ids
    ? await db.all<Row<typeof Card>>`
        select ${members(Card)} from cards where owner_id = ${ownerId} and id in ${list(ids)}`
    : column
      ? await db.all<Row<typeof Card>>`
          select ${members(Card)} from cards
          where owner_id = ${ownerId} and project_id ${same(column.project_id)} and status_id ${same(column.status_id)}
            and complete between ${least} and ${most}
          order by position, id limit ${limit} offset ${skip}`
      : await db.all<Row<typeof Card>>`
          select ${members(Card)} from cards
          where owner_id = ${ownerId} and complete between ${least} and ${most} and text like ${`%${containing}%`}`
  return rows.map((row) => toAnswer(Card, row))
}

type Candidate = Pick<Card, 'id' | 'text'>

const pageSize = 500

async function* pagesOf(db: Reader, ownerId: string): AsyncGenerator<Candidate[]> {
  let page: Candidate[]
  let after = ''
  do {
    page = await db.all<Candidate>`
      select id, text from cards where owner_id = ${ownerId} and id > ${after} order by id limit ${pageSize}`
    after = page.at(-1)?.id ?? after
    yield page
  } while (page.length === pageSize)
}

const maxSimilarCards = 8

/**
 * The cards that these references may mean. Whole ids need no search, and short ones only that of all ids. Texts
 * are searched for the rest, and once more for what resembles a name that no card has.
 */
async function cardsNamed(db: Reader, ownerId: string, references: readonly string[]): Promise<Card[]> {
  const names = new Set(references.map(linkedId))
  const ids = new Set<string>()
  const found = (id: string, those: readonly string[]) => {
    for (const name of those) {
      ids.add(id)
      names.delete(name)
    }
  }
  const whole = [...names].filter(isWholeId)
  for (const { id } of await findCards(db, ownerId, { ids: whole.map((id) => id.toLowerCase()) }))
    found(
      id,
      whole.filter((name) => name.toLowerCase() === id),
    )
  const short = [...names].filter(isShortId)
  if (short.length > 0) {
    const find = shortIdFinder(short)
    for (const { id } of await db.all<{ id: string }>`select id from cards where owner_id = ${ownerId}`)
      found(id, find(id))
  }
  if (names.size > 0) {
    const find = nameFinder([...names])
    for await (const page of pagesOf(db, ownerId)) for (const card of page) found(card.id, find(card))
  }
  const similar = new Map([...names].slice(0, maxGuesses).map((name): [string, Candidate[]] => [name, []]))
  if (similar.size > 0)
    for await (const page of pagesOf(db, ownerId))
      for (const [name, best] of similar) similar.set(name, bestOf([...best, ...page], name, maxSimilarCards))
  for (const { id } of [...similar.values()].flat()) ids.add(id)
  return await findCards(db, ownerId, { ids: [...ids] })
}
