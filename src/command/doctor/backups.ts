import { existsSync } from 'node:fs'
import { days, iso, systemClock } from '../../server/common/clock.ts'
import type { Config } from '../../server/config/config.ts'
import type { Reader } from '../../server/db/database.ts'
import { readLastBackup } from '../../server/operate/last-backup.ts'
import { type Finding, good, warning } from './finding.ts'

const about = 'backup'
const todo = 'Make one every night: inboard backup --keep 7 FOLDER'

/** On PostgreSQL, nobody tells us of backups. */
export async function examineBackups(db: Reader, database: Config['database']): Promise<Finding[]> {
  if (database.engine === 'postgres') return []
  const last = readLastBackup(database)
  const old = systemClock.now() - 7 * days
  if (last) {
    // Perhaps it was moved to another machine, as it should be.
    const where = `${last.file}${existsSync(last.file) ? '' : ', which is not there any more'}`
    return [
      last.at < old
        ? warning(about, `the last one is from ${iso(last.at)}: ${where}`, todo)
        : good(about, `${iso(last.at)}, ${where}`),
    ]
  }
  // There are no accounts in an empty database.
  const first = await db.get<{
    created_at: string | null
  }>`select min(created_at) as created_at from users`.catch(() => undefined)
  const isOld = first?.created_at != null && Date.parse(first.created_at) < old
  return [isOld ? warning(about, 'none is known, and there are accounts', todo) : good(about, 'none yet')]
}
