import type { DatabaseSync } from 'node:sqlite'
import type { AlterSchema } from '../migrate.ts'
import { beginWhenFree } from './begin.ts'
import { translate } from './errors.ts'
import { queries } from './queries.ts'

export function alterSchemaOf(connection: DatabaseSync): AlterSchema {
  const query = queries(connection)
  return async (work) => {
    let isAltered = false
    const tx = {
      ...query,
      // The transaction has locked the file already. This only makes sure that foreign keys are checked at the end.
      lockWriters: async () => {
        isAltered = true
      },
      script: async (sql: string) => connection.exec(sql),
    }
    // Before the transaction, because inside one SQLite ignores the pragma, and dropping a table would empty
    // those that refer to it.
    connection.exec('pragma foreign_keys = off')
    try {
      await beginWhenFree(() => connection.exec('begin immediate'))
      const result = await work(tx)
      if (isAltered) refuseBrokenReferences(connection)
      connection.exec('commit')
      return result
    } catch (error) {
      if (connection.isTransaction) connection.exec('rollback')
      throw translate(error, connection.location())
    } finally {
      connection.exec('pragma foreign_keys = on')
    }
  }
}

function refuseBrokenReferences(connection: DatabaseSync): void {
  const broken = connection.prepare('pragma foreign_key_check').all()
  const which = [...new Set(broken.map(({ table, parent }) => `${table} to ${parent}`))]
  if (which.length > 0) throw new Error(`A migration would leave broken references: ${which.join(', ')}.`)
}
