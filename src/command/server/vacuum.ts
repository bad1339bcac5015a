import { statSync } from 'node:fs'
import { CommandError } from '../../server/common/command-error.ts'
import { shrink } from '../../server/operate/shrink.ts'
import type { Given } from '../command.ts'
import { answer, inBytes, jsonOption, remark } from '../output/terminal.ts'
import { configuredDatabase, requireFile } from './database.ts'

export const options = jsonOption
export const notes = `For SQLite. Deleted rows leave free space in the file, which is reused before the file grows. This command makes the file as
small as possible. It needs twice the final size in free disk space. A running server can only read meanwhile: writes wait,
and fail with 503 after two seconds. PostgreSQL does this by itself (autovacuum).`

export async function run({ options: asked }: Given): Promise<undefined> {
  const database = configuredDatabase()
  if (database.engine === 'postgres')
    throw new CommandError(
      'PostgreSQL reuses the space of deleted rows by itself (autovacuum). There is nothing to do.',
    )
  requireFile(database)
  const before = statSync(database.file).size
  remark('Rewriting the database …')
  await shrink(database.file)
  const after = statSync(database.file).size
  answer(
    asked,
    { bytes_before: before, bytes_after: after },
    () => `${inBytes(before)} before, ${inBytes(after)} now.`,
  )
}
