import { statSync } from 'node:fs'
import { shrink } from '../server/db/shrink.ts'
import { Refused } from '../server/refused.ts'
import type { Given } from './command.ts'
import { configuredDatabase, requireFile } from './database.ts'
import { answer, inBytes, jsonOption, remark } from './terminal.ts'

export const options = jsonOption
export const notes = `For SQLite. What was deleted leaves room in the file, which is used again before the file grows. This makes the file as small
as it can be. It needs free space of twice the final size. A server that runs can only read meanwhile: its
writes wait, and are answered with 503 if it takes longer than two seconds. PostgreSQL looks after itself (autovacuum).`

export async function run({ options: asked }: Given): Promise<undefined> {
  const database = configuredDatabase()
  if (database.engine === 'postgres')
    throw new Refused(
      'PostgreSQL uses the room of what was deleted again by itself (autovacuum). There is nothing to do.',
    )
  requireFile(database)
  const before = statSync(database.file).size
  remark('Writing the database anew …')
  await shrink(database.file)
  const after = statSync(database.file).size
  answer(
    asked,
    { bytes_before: before, bytes_after: after },
    () => `${inBytes(before)} before, ${inBytes(after)} now.`,
  )
}
