import { CommandError } from '../../server/common/command-error.ts'
import { type Given, UsageError } from '../command.ts'
import { confirm, yesOption } from '../output/confirm.ts'
import { answer, count, jsonOption, remark } from '../output/terminal.ts'
import { configuredDatabase, readAccounts } from './database.ts'

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
  await readAccounts(async () => {})
  const { distribute, findDistribution, gather } = await import('../../server/db/postgres/citus.ts')
  const { alterPatiently } = await import('../../server/db/postgres/schema.ts')
  remark(asked.undo === undefined ? 'Distributing …' : 'Moving everything back …')
  const found = await alterPatiently(database.url, (alterSchema) =>
    alterSchema(async (tx) => {
      await (asked.undo === undefined ? distribute(tx, shards) : gather(tx))
      return await findDistribution(tx)
    }),
  )
  answer(asked, found ?? { shards: 0, nodes: 0, tables: [] }, () =>
    found
      ? `${count(found.shards, 'shard')} on ${count(found.nodes, 'node')}: ${found.tables.join(', ')}.`
      : 'Everything is on the coordinator again.',
  )
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError('--shards needs a whole number from 1 to 9999.')
  return Number(text)
}
