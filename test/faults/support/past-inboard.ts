import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { eventually } from '../../support/service/inboard.ts'
import type { Trial } from '../scenario.ts'
import type { Place } from './places.ts'

/** Queries, for both engines, that find rows which contradict each other. There must be none after any crash. */
const impossible = {
  'a card in a project but in no status, or the other way round':
    'select id from cards where (project_id is null) <> (status_id is null)',
  'a card in a status that its project has not got': `select cards.id from cards left join statuses on statuses.owner_id = cards.owner_id
      and statuses.project_id = cards.project_id and statuses.id = cards.status_id
      where cards.status_id is not null and statuses.id is null`,
  'a project without its three statuses': `select projects.id from projects left join statuses on statuses.owner_id = projects.owner_id
      and statuses.project_id = projects.id group by projects.owner_id, projects.id having count(statuses.id) <> 3`,
  'a column that is not numbered 0 to n-1': `select owner_id, project_id, status_id from cards group by owner_id, project_id, status_id
      having min(position) <> 0 or max(position) <> count(*) - 1 or count(distinct position) <> count(*)`,
}

/** Checks the database directly, not through Inboard. Returns a sentence for each inconsistency. */
export async function faultsIn(engine: Trial['engine'], place: Place, folder: string): Promise<string[]> {
  const faults: string[] = []
  if (engine === 'sqlite')
    for (const pragma of ['integrity_check', 'foreign_key_check']) {
      const rows = await rowsIn(engine, place, folder, `pragma ${pragma}`)
      const bad = rows.filter(({ integrity_check }) => integrity_check !== 'ok')
      faults.push(...bad.map((row) => `The file is damaged: ${JSON.stringify(row)}.`))
    }
  for (const [what, sql] of Object.entries(impossible))
    faults.push(...told(what, await rowsIn(engine, place, folder, sql)))
  return faults
}

/** The database's own answers, without Inboard. */
export async function rowsIn(
  engine: Trial['engine'],
  place: Place,
  folder: string,
  sql: string,
): Promise<Record<string, unknown>[]> {
  if (engine === 'sqlite') {
    const database = new DatabaseSync(join(folder, 'inboard.db'), { readOnly: true })
    try {
      return database.prepare(sql).all()
    } finally {
      database.close()
    }
  }
  const connection = await place.connect(folder)
  try {
    return (await connection.query(sql)).rows
  } finally {
    await connection.end()
  }
}

const told = (what: string, rows: unknown[]) =>
  rows.length === 0 ? [] : [`The database has ${what}, ${rows.length} times: ${JSON.stringify(rows[0])}.`]

/**
 * Waits until PostgreSQL has ended the connections of a killed server, which may still finish their last
 * statement.
 */
export async function lastWordsOf(place: Place, folder: string, before: Date): Promise<void> {
  const connection = await place.connect(folder)
  await eventually(async () => {
    const { rowCount } = await connection.query(
      `select 1 from pg_stat_activity
        where datname = current_database() and application_name = 'inboard' and backend_start < $1`,
      [before],
    )
    return rowCount === 0 || undefined
  }, 'the connections of the killed server to end')
  await connection.end()
}
