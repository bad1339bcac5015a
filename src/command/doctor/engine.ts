import { isOldSqlite, oldestSqlite } from '../../server/db/sqlite/version.ts'
import { type Finding, good, problem, warning } from './finding.ts'

const about = 'engine'

export const judgeSqlite = (version: string): Finding =>
  isOldSqlite(version)
    ? problem(
        about,
        `SQLite ${version} can damage the database`,
        `Inboard needs SQLite ${oldestSqlite} or later: use Node from nodejs.org or npm, or PostgreSQL.`,
      )
    : good(about, `SQLite ${version}`)

/** `server_version_num`: 150004 is 15.4. */
export function judgePostgres(number: number, now: number): Finding {
  const major = Math.floor(number / 10_000)
  const version = `PostgreSQL ${major}.${number % 10_000}`
  // Each gets fixes for five years, until November: https://www.postgresql.org/support/versioning/
  const last = 2012 + major
  return now > Date.UTC(last, 10, 30)
    ? warning(about, `${version} gets no fixes since November ${last}`, 'Upgrade PostgreSQL.')
    : good(about, version)
}
