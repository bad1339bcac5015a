import { CommandError } from '../../server/common/command-error.ts'
import type { Config } from '../../server/config/config.ts'
import { type Given, UsageError } from '../command.ts'
import { confirm, yesOption } from '../output/confirm.ts'
import { answer, count, jsonOption, remark } from '../output/terminal.ts'
import { configuredDatabase, withDatabase } from './database.ts'

export const options = {
  shards: { value: 'NUMBER', help: 'number of shards, by default 32; it cannot be changed later' },
  undo: { help: 'move everything back to the coordinator' },
  ...yesOption,
  ...jsonOption,
}
export const notes = `For PostgreSQL with Citus. The data of one person goes to one shard; accounts stay on the coordinator.
DATABASE_URL must point to the coordinator, and to a database where the extension is installed and the nodes are known.
Everything is distributed, or nothing. Writes wait meanwhile. You can run it again, but need not after an upgrade.`

export async function run({ options: asked }: Given): Promise<undefined> {
  const shards = wholeNumber(asked.shards ?? '32')
  if (asked.undo !== undefined)
    await confirm(asked, 'Move the data of all nodes back to the coordinator? Writes wait meanwhile.')
  const database = configuredDatabase()
  if (database.engine === 'sqlite')
    throw new CommandError(
      'An SQLite file cannot be distributed. Move to PostgreSQL first, with "inboard copy".',
    )
  // Reports problems with the schema.
  await withDatabase(database, async () => {})
  if (asked.undo === undefined) await distribute(database, shards, asked)
  else await gather(database, asked)
}

type Postgres = Config['database'] & { engine: 'postgres' }

async function distribute({ url }: Postgres, shards: number, asked: Given['options']): Promise<void> {
  const citus = await import('../../server/db/postgres/citus.ts')
  const { alterPatiently } = await import('../../server/db/postgres/schema.ts')
  remark('Distributing …')
  const found = await alterPatiently(url, (alterSchema) =>
    alterSchema(async (tx) => {
      await citus.distribute(tx, shards)
      return await citus.findDistribution(tx)
    }),
  )
  answer(
    asked,
    found,
    () =>
      `${count(found?.shards ?? 0, 'shard')} on ${count(found?.nodes ?? 0, 'node')}: ${found?.tables.join(', ')}.`,
  )
}

async function gather({ url }: Postgres, asked: Given['options']): Promise<void> {
  const citus = await import('../../server/db/postgres/citus.ts')
  const { alterPatiently } = await import('../../server/db/postgres/schema.ts')
  remark('Moving everything back …')
  await alterPatiently(url, (alterSchema) => alterSchema(citus.gather))
  answer(asked, { shards: 0, nodes: 0, tables: [] }, () => 'Everything is on the coordinator again.')
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError('--shards needs a whole number from 1 to 9999.')
  return Number(text)
}
