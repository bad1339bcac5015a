import { CardContent } from '../../contract/card.ts'
import type { Export } from '../../contract/transfer.ts'
import { iso } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import type { BoardWorld } from '../common/world.ts'
import { members, type Row, toAnswer } from '../db/values.ts'

/** A consistent snapshot of all projects and cards of an account, in their order. */
export function exportAccount(
  { db, clock }: Pick<BoardWorld, 'clock'> & { db: Pick<BoardWorld['db'], 'snapshot'> },
  ownerId: string,
): Promise<Export> {
  return db.snapshot(async (db) => {
    const [user, projects, statuses, cards] = await Promise.all([
      db.get<{ email: string }>`select email from users where id = ${ownerId}`,
      db.all<{ id: string; title: string; created_at: string }>`
        select id, title, created_at from projects where owner_id = ${ownerId} order by created_at, id`,
      db.all<{ id: string; project_id: string; name: string }>`
        select id, project_id, name from statuses where owner_id = ${ownerId} order by project_id, position`,
      db.all<Row<typeof CardContent> & { status_id: string | null }>`
        select status_id, ${members(CardContent)} from cards where owner_id = ${ownerId}
        order by project_id, status_id, position, id`,
    ])
    if (!user) throw fail('unauthenticated')
    const columns = Map.groupBy(cards, ({ status_id }) => status_id)
    const cardsIn = (statusId: string | null) =>
      (columns.get(statusId) ?? []).map((row) => toAnswer(CardContent, row))
    const statusesOf = Map.groupBy(statuses, ({ project_id }) => project_id)
    return {
      format: 'inboard',
      version: 1,
      exported_at: iso(clock.now()),
      email: user.email,
      projects: projects.map(({ id, title, created_at }) => ({
        title,
        created_at,
        statuses: (statusesOf.get(id) ?? []).map((status) => ({
          name: status.name,
          cards: cardsIn(status.id),
        })),
      })),
      inbox: cardsIn(null),
    }
  })
}
