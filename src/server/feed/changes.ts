import { Card } from '../../contract/card.ts'
import { CardPosition, type Changes, Deleted, type SetBack } from '../../contract/feed.ts'
import { Project, Status } from '../../contract/project.ts'
import { fail } from '../common/problems.ts'
import { maxSetBacks } from '../db/counters.ts'
import { type Database, JsonList, type Reader } from '../db/database.ts'
import { list } from '../db/values.ts'

/** `Changes` of the contract, with the lists as JSON from the database. */
type ReadyChanges = {
  [Member in keyof Changes]: Changes[Member] extends (infer Row)[] ? JsonList<Row> : Changes[Member]
}

/** Items on a page. A page has more only if a single change has, because changes are never split. */
const pageSize = 1000

/**
 * Everything that has changed since a state, or everything there is if none is given. If the next change only
 * reordered columns, `placed` are the cards that it moved, and only their positions are listed.
 */
export const listChanges = (
  db: Database,
  ownerId: string,
  since?: number,
  placed?: readonly string[],
): Promise<ReadyChanges> =>
  db.snapshot((reader) =>
    since === undefined ? everything(reader, ownerId) : changesSince(reader, ownerId, since, placed),
  )

/** The current state of an account. Throws if no changes lead there from the given state. */
export async function findCursor(db: Reader, ownerId: string, since?: number): Promise<number> {
  const counter = await db.get<{ seq: number; oldest: number }>`
    select seq, oldest from counters where owner_id = ${ownerId}`
  const { seq, oldest } = counter ?? { seq: 0, oldest: 0 }
  if (since !== undefined && (since > seq || since < oldest)) throw fail('cursor_gone')
  return seq
}

async function everything(db: Reader, ownerId: string): Promise<ReadyChanges> {
  const [seq, setBacks, projects, statuses, cards] = await Promise.all([
    findCursor(db, ownerId),
    db.all<SetBack>`
      select id, from_seq as "from" from set_backs where owner_id = ${ownerId} order by seq desc limit ${maxSetBacks}`,
    db.json(Project)`from counted_projects where owner_id = ${ownerId} order by created_at, id`,
    db.json(Status)`from statuses where owner_id = ${ownerId} order by project_id, position`,
    db.json(Card)`from cards where owner_id = ${ownerId} order by project_id, status_id, position, id`,
  ])
  const [positions, deleted] = [JsonList.empty, JsonList.empty]
  return { seq, more: false, projects, statuses, cards, positions, deleted, set_backs: setBacks }
}

/**
 * Pages are ordered by the sequence number of each item's last change, so an item that has changed again may
 * be on a later page. Items that were created or edited within this page are on it all the same, because on a
 * later page they would count as known to the client.
 */
async function changesSince(
  db: Reader,
  ownerId: string,
  since: number,
  placed?: readonly string[],
): Promise<ReadyChanges> {
  const { seq, end, has } = await findPage(db, ownerId, since)
  const renumber = placed !== undefined && has.positions && seq === since + 1
  const [projects, cards, positions, deleted] = await Promise.all([
    db.json(Project)`
      from counted_projects where owner_id = ${ownerId} and (changed > ${since} and changed <= ${end}
        or revision > ${since} and revision <= ${end} or id in (select project_id from cards
          where owner_id = ${ownerId} and changed > ${since} and counted > ${since} and counted <= ${end}))
      order by created_at, id`,
    has.cards
      ? db.json(Card)`
          from cards
          where owner_id = ${ownerId} and changed > ${since} and revision > ${since} and revision <= ${end}
          order by changed, id`
      : JsonList.empty,
    !has.positions
      ? JsonList.empty
      : renumber
        ? db.json(CardPosition)`
            from cards
            where owner_id = ${ownerId} and id in ${list(placed)} and revision <= ${since}
            order by id`
        : db.json(CardPosition)`
            from cards
            where owner_id = ${ownerId} and changed > ${since} and changed <= ${end} and revision <= ${since}
            order by changed, id`,
    has.deleted
      ? db.json(Deleted)`
          from tombstones where owner_id = ${ownerId} and seq > ${since} and seq <= ${end}
          order by seq, id`
      : JsonList.empty,
  ])
  // Statuses never change. On the last page they come with their project. On other pages the project may have
  // been renamed since, and so be on a later page.
  const statuses =
    projects.isEmpty && end === seq
      ? JsonList.empty
      : await db.json(Status)`
        from statuses where owner_id = ${ownerId} and changed > ${since} and changed <= ${end}
        order by project_id, position`
  const page = { seq: end, more: end < seq, projects, statuses, cards, positions, deleted }
  return renumber ? { ...page, renumber } : page
}

/** The last sequence number on the page, and which lists have entries. */
async function findPage(db: Reader, ownerId: string, since: number) {
  // No counter gets that far, and databases could not compare it.
  if (!Number.isSafeInteger(since)) throw fail('cursor_gone')
  const [seq, rows] = await Promise.all([
    findCursor(db, ownerId, since),
    db.all<{ seq: number; revision: number | null }>`
      select changed as seq, revision from cards where owner_id = ${ownerId} and changed > ${since}
      union all select seq, null from tombstones where owner_id = ${ownerId} and seq > ${since}
      order by seq limit ${pageSize + 1}`,
  ])
  const [first, surplus] = [rows[0], rows[pageSize]]
  const isLong = first !== undefined && surplus !== undefined
  // Most pages are short. This saves queries that would return nothing.
  const has = { cards: isLong, positions: isLong, deleted: isLong }
  for (const { revision } of rows)
    has[revision === null ? 'deleted' : revision > since ? 'cards' : 'positions'] = true
  if (!isLong) return { seq, end: seq, has }
  return { seq, end: first.seq < surplus.seq ? surplus.seq - 1 : surplus.seq, has }
}
