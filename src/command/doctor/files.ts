import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Environment, Settings } from '../../server/config/config.ts'
import { exposed, exposedFiles, userOf } from '../../server/config/exposed-files.ts'
import { readLastBackup } from '../../server/operate/last-backup.ts'
import { type Finding, good, warning } from './finding.ts'

const about = 'files'

/** Who else on this machine can read secrets, data and backups. */
export function examineFiles(environment: Environment, settings: Settings): Finding[] {
  const found = [...exposedFiles(environment, settings), ...exposedBackups(settings)]
  if (found.length === 0) return [good(about, 'only this user can read secrets and data')]
  return found.map(({ says, todo }) => warning(about, says, todo))
}

/** One finding for all backups beside the last. */
function exposedBackups({ database }: Settings) {
  const last = readLastBackup(database)
  if (!last) return []
  const folder = dirname(last.file)
  const found = filesIn(folder)
    .filter((name) => name.endsWith('.db') || join(folder, name) === last.file)
    .flatMap((name) => exposed(join(folder, name), 0o077, userOf(database)))
  const [first, ...more] = found
  return first && more.length > 0
    ? [{ ...first, says: `${first.says}, and ${more.length} more in its folder` }]
    : found
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
