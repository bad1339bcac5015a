import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { CommandError, reasonOf } from '../common/command-error.ts'
import type { Config } from '../config/config.ts'
import { queryOf, type ReadableDatabase, type Reader, type Transaction } from '../db/database.ts'
import { checkSchema, type Fields, isOurs, readTables } from '../db/migrate.ts'
import { openDatabase, readDatabase } from '../db/open.ts'
import { isPresent } from '../db/sqlite/files.ts'
import { table as rowsOf } from '../db/values.ts'

/** All tables with their keys, each after those that it refers to. */
export const keys = {
  users: ['id'],
  counters: ['owner_id'],
  set_backs: ['owner_id', 'id'],
  links: ['token_hash'],
  sent_links: ['subject'],
  outbox: ['id'],
  passkeys: ['owner_id', 'id'],
  sessions: ['owner_id', 'id'],
  api_tokens: ['owner_id', 'id'],
  authorization_codes: ['owner_id', 'id'],
  challenges: ['challenge'],
  projects: ['owner_id', 'id'],
  statuses: ['owner_id', 'project_id', 'id'],
  cards: ['owner_id', 'id'],
  tombstones: ['owner_id', 'id'],
  bin: ['owner_id', 'id'],
  idempotency_keys: ['owner_id', 'key'],
}

export type TableName = keyof typeof keys

const names = Object.keys(keys) as TableName[]

/** The number of rows in each table. */
export async function countAll(db: Reader): Promise<Record<TableName, number>> {
  const counted = names.map(async (name) => [name, await countRows(db, name)] as const)
  return Object.fromEntries(await Promise.all(counted)) as Record<TableName, number>
}

const countRows = async (db: Reader, name: TableName): Promise<number> =>
  (await db.get<{ rows: number }>(queryOf(`select count(*) as rows from ${name}`)))?.rows ?? 0

const rowsAtOnce = 1000

/** Called after each page of a table, and at least once for each table. */
export type OnProgress = (table: TableName, rows: number, of: number) => void

/**
 * Copies a consistent snapshot into an empty database, all or nothing, and reads it back. Unless `mayChange` is set, it
 * fails if the source is written to in the meantime, because those writes would be missing. Resolves to the number of rows.
 */
export async function copyDatabase(
  from: Config['database'],
  to: Config['database'],
  onProgress: OnProgress,
  { mayChange = false, replace = false } = {},
): Promise<number> {
  if (from.engine === 'sqlite' && !isPresent(from.file))
    throw new CommandError(`The source does not exist: there is no file ${from.file}.`)
  await using source = await reaching('source', () => readDatabase(patient(from)))
  await reaching('source', () => refuseForeign('source', source, from))
  await reaching('source', () => checkSchema(source))
  await reaching('target', () => refuseUnfit(to, replace))
  await using target = await reaching('target', () => openDatabase(patient(to)))
  const tables = await describeTables(source, from, target, to)
  return await reaching('target', () =>
    target.exclusive(async (tx) => {
      if (replace) await tx.run(truncate)
      else await refuseFilled(tx)
      const sums = await source.snapshot((snapshot) => copyTables(snapshot, tx, tables, onProgress))
      const wrong = await findDifferent(tx, tables, sums)
      if (wrong.length > 0)
        throw new CommandError(`The copy differs from the source (${wrong.join(', ')}), so nothing was kept.`)
      if (!mayChange && (await reaching('source', () => findDifferent(source, tables, sums))).length > 0)
        throw new CommandError(
          'The source changed while it was being copied, so nothing was kept. Stop its server, and run this again.',
        )
      return sums.reduce((sum, { rows }) => sum + rows, 0)
    }),
  )
}

/** Without timeouts, because no request waits for a copy. */
function patient(database: Config['database']): Config['database'] {
  if (database.engine === 'sqlite') return database
  const url = new URL(database.url)
  for (const bound of ['statement_timeout', 'query_timeout', 'idle_in_transaction_session_timeout'])
    if (!url.searchParams.has(bound)) url.searchParams.set(bound, '0')
  return { ...database, url: url.href }
}

export async function reaching<Result>(
  which: 'source' | 'target' | 'backup',
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`The ${which} cannot be used: ${reasonOf(error)}.`, { cause: error })
  }
}

export async function refuseForeign(
  which: 'source' | 'backup',
  db: ReadableDatabase,
  database: Config['database'],
): Promise<void> {
  if (!isOurs(await readTables(db, database)))
    throw new CommandError(`The ${which} is not an Inboard database.`)
}

/** Checked before the target is migrated, so that a database that isn't Inboard's stays untouched. */
async function refuseUnfit(to: Config['database'], replace: boolean): Promise<void> {
  if (to.engine === 'sqlite' && !existsSync(to.file)) return
  await using target = await readDatabase(patient(to))
  const tables = await readTables(target, to)
  refuseUnknown(tables)
  if (!replace) await refuseFilled(target, Object.keys(tables))
}

/** They describe their own database and its distribution, so they are not copied. */
const ofTheSchema = ['migrations', 'side_by_side', 'owners']

function refuseUnknown(tables: Record<string, Fields>): void {
  const unknown = Object.keys(tables).filter((name) => !(name in keys) && !ofTheSchema.includes(name))
  if (tables.migrations && !isOurs(tables)) unknown.push('migrations')
  if (unknown.length > 0)
    throw new CommandError(`The target is not empty: it has unknown tables (${unknown.join(', ')}).`)
}

async function refuseFilled(target: Reader, present = Object.keys(keys)): Promise<void> {
  for (const name of Object.keys(keys).filter((each) => present.includes(each)))
    if (await target.get(queryOf(`select 1 as found from ${name} limit 1`)))
      throw new CommandError(`The target is not empty: its table "${name}" has rows.`)
}

interface TableToCopy {
  name: TableName
  fields: Fields
  key: string[]
  page: TemplateStringsArray
  insert: TemplateStringsArray
  /** A statement to run before the next table is copied. */
  after: TemplateStringsArray | undefined
}

/** This program has just created the target, so the source must have the same tables. */
async function describeTables(
  source: Reader,
  from: Config['database'],
  target: Reader,
  to: Config['database'],
): Promise<TableToCopy[]> {
  const [found, wanted] = [await readTables(source, from), await readTables(target, to)]
  refuseUnknown(wanted)
  const strange = names.filter((name) => !isDeepStrictEqual(found[name], wanted[name]))
  if (strange.length > 0)
    throw new CommandError(
      `The source has tables that differ from those of this version of Inboard (${strange.join(', ')}).`,
    )
  return names.map((name) => {
    const fields = wanted[name] ?? {}
    const key = keys[name]
    const columns = Object.keys(fields).map(quote).join(', ')
    const order = key.map(quote).join(', ')
    const commas = key.slice(1).map(() => ', ')
    return {
      name,
      fields,
      key,
      page: queryOf(
        `select ${columns} from ${name} where (${order}) > (`,
        ...commas,
        `) order by ${order} limit ${rowsAtOnce}`,
      ),
      insert: queryOf(`insert into ${name} (${columns}) select ${columns} from `, ' as given'),
      // On a distributed target, rows on the nodes refer to owners.
      after:
        wanted.owners && name === 'users'
          ? queryOf('insert into owners (id) select id from users')
          : undefined,
    }
  })
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * All tables at once, so that their order doesn't matter. For PostgreSQL only, because an SQLite file is
 * replaced as a whole.
 */
const truncate = queryOf(`truncate ${Object.keys(keys).join(', ')} cascade`)

type Row = Record<string, string | number | null>

/** The number of rows, and the sum of their hashes, which does not depend on the order. */
interface Sum {
  rows: number
  checksum: bigint
}

/**
 * Reads a table page by page (keyset pagination), so that every page costs the same and only one is in memory at a time.
 * The database counts the rows, to check that the pagination left none out.
 */
async function readTable(
  db: Reader,
  { name, fields, key, page }: TableToCopy,
  take: (rows: Row[], of: number) => Promise<void> = async () => {},
): Promise<Sum> {
  const count = await countRows(db, name)
  let checksum = 0n
  // Keys are text and never empty, so the empty text sorts before all of them.
  let after = key.map(() => '')
  for (;;) {
    const rows = await db.all<Row>(page, ...after)
    if (rows.length > 0 || count === 0) await take(rows, count)
    for (const row of rows) {
      const digest = hash('sha256', JSON.stringify(Object.keys(fields).map((field) => row[field])))
      checksum = BigInt.asUintN(256, checksum + BigInt(`0x${digest}`))
    }
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return { rows: count, checksum }
    after = key.map((field) => String(last[field]))
  }
}

async function copyTables(
  source: Reader,
  tx: Transaction,
  tables: TableToCopy[],
  onProgress: OnProgress,
): Promise<Sum[]> {
  const sums: Sum[] = []
  for (const table of tables) {
    let copied = 0
    try {
      const sum = await readTable(source, table, async (rows, of) => {
        if (rows.length > 0) await tx.run(table.insert, rowsOf(rows, table.fields))
        copied += rows.length
        onProgress(table.name, copied, of)
      })
      sums.push(sum)
      if (table.after) await tx.run(table.after)
    } catch (error) {
      throw new CommandError(
        `The table "${table.name}" could not be copied: ${reasonOf(error)}. Nothing was kept.`,
        { cause: error },
      )
    }
  }
  return sums
}

/** The names of the tables that don't have these sums. */
async function findDifferent(db: Reader, tables: TableToCopy[], sums: Sum[]): Promise<string[]> {
  const different: string[] = []
  for (const [index, table] of tables.entries())
    if (!isDeepStrictEqual(await readTable(db, table), sums[index])) different.push(table.name)
  return different
}
