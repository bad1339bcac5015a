import type { Config } from '../server/config.ts'
import { Refused } from '../server/refused.ts'
import { type Given, UsageError } from './command.ts'
import { configuredDatabase, withDatabase } from './database.ts'
import { answer, count, jsonOption, remark } from './terminal.ts'

export const options = {
  shards: { value: 'NUMBER', help: 'into how many, 32 if nothing is said; it cannot be changed later' },
  undo: { help: 'takes everything back to the coordinator' },
  ...jsonOption,
}
export const notes = `For PostgreSQL with Citus. What belongs to one person goes to one shard, and accounts stay on the coordinator.
DATABASE_URL leads to the coordinator, in a database where the extension is installed and the nodes are known.
All of it is done or nothing. Whoever writes waits meanwhile. It can be run again, and after an upgrade need not be.`

export async function run({ options: asked }: Given): Promise<undefined> {
  const shards = wholeNumber(asked.shards ?? '32')
  const database = configuredDatabase()
  if (database.engine === 'sqlite')
    throw new Refused(
      'SQLite is one file, which cannot be distributed. "inboard copy" moves it to PostgreSQL.',
    )
  // It says what is wrong with the schema, if something is.
  await withDatabase(database, async () => {})
  if (asked.undo === undefined) await distribute(database, shards, asked)
  else await gather(database, asked)
}

type Postgres = Config['database'] & { engine: 'postgres' }

async function distribute({ url }: Postgres, shards: number, asked: Given['options']): Promise<void> {
  const citus = await import('../server/db/postgres/distribute.ts')
  const { alterPatiently } = await import('../server/db/postgres/schema.ts')
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
  const citus = await import('../server/db/postgres/distribute.ts')
  const { alterPatiently } = await import('../server/db/postgres/schema.ts')
  remark('Taking everything back …')
  await alterPatiently(url, (alterSchema) => alterSchema(citus.gather))
  answer(asked, { shards: 0, nodes: 0, tables: [] }, () => 'Everything is on the coordinator.')
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError('--shards takes a whole number from 1 to 9999.')
  return Number(text)
}
