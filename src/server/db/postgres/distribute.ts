import { CommandError } from '../../common/command-error.ts'
import type { Reader } from '../database.ts'
import type { SchemaTransaction } from '../migrate.ts'
import { readMigrations } from '../migrate.ts'
import { list } from '../values.ts'
import { dismissOwners, hasOwners, introduceOwners } from './owners.ts'

// Citus distributes PostgreSQL's rows among nodes: https://docs.citusdata.com

/**
 * Tables with an owner, each after those that it refers to. All rows of an owner are on one shard, that of
 * their counter.
 */
const ofOwners = [
  'counters',
  'set_backs',
  'projects',
  'statuses',
  'cards',
  'tombstones',
  'bin',
  'idempotency_keys',
]
/**
 * Tables that owners' statements also read, or that their foreign keys refer to, copied to each node. All
 * other tables stay on the coordinator.
 */
const onEachNode = ['migrations', 'side_by_side', 'owners']

export interface Distribution {
  /** Nodes with shards. */
  nodes: number
  shards: number
  tables: string[]
}

/** Undefined if the database is not distributed. */
export async function findDistribution(db: Reader): Promise<Distribution | undefined> {
  const has = await db.get<{
    citus: boolean
  }>`select to_regclass('pg_catalog.pg_dist_shard') is not null as citus`
  if (!has?.citus) return undefined
  const tables = await db.all<{ name: string }>`
    select logicalrelid::regclass::text as name from pg_dist_partition where partmethod = 'h' order by 1`
  if (!tables.some(({ name }) => name === 'counters')) return undefined
  const spread = await db.get<{ shards: number; nodes: number }>`
    select count(distinct shardid) as shards, count(distinct groupid) as nodes
    from pg_dist_shard join pg_dist_placement using (shardid) where logicalrelid = 'counters'::regclass`
  return { nodes: 0, shards: 0, ...spread, tables: tables.map(({ name }) => name) }
}

/** Distributes the tables that aren't distributed yet, all or none. Writers wait meanwhile. */
export async function distribute(tx: SchemaTransaction, shards: number): Promise<void> {
  await requireNodes(tx)
  await tx.lockWriters()
  await tx.script(`
    set local client_min_messages = warning;
    set local citus.multi_shard_modify_mode = 'sequential';
    set local citus.shard_count = ${shards};`)
  // Citus has no triggers on shards. They only keep 0.4.0 from writing, which cannot write to shards anyway.
  for (const { name, table, isThere } of await findTriggers(tx))
    if (isThere) await tx.script(`drop trigger ${name} on ${table};`)
  const placeOf = await placesOf(tx)
  const missing = ofOwners.filter((table) => placeOf(table) !== 'shards')
  // A table can't be distributed while an undistributed table refers to it, or while it refers to one that is
  // only on the coordinator.
  const references = await referencesTo(tx, [...missing, 'users'])
  for (const { table, name } of references) await tx.script(`alter table ${table} drop constraint ${name};`)
  // 0.10.0 had `users` on each node.
  if (placeOf('users') === 'each node')
    await tx.get`select undistribute_table('users', cascade_via_foreign_keys => true)`
  await introduceOwners(tx)
  for (const table of onEachNode)
    if (placeOf(table) !== 'each node') await tx.get`select create_reference_table(${table})`
  for (const table of missing) {
    const beside = table === 'counters' ? 'none' : 'counters'
    await tx.get`select create_distributed_table(${table}, 'owner_id', colocate_with => ${beside})`
  }
  for (const { table, name, text } of references)
    await tx.script(`alter table ${table} add constraint ${name} ${text.replace(/ users\(/, ' owners(')};`)
}

/** Distributes tables that a migration has created. */
export async function distributeNewTables(tx: SchemaTransaction): Promise<void> {
  const found = await findDistribution(tx)
  if (!found) return
  const isWhole = ofOwners.every((table) => found.tables.includes(table)) && (await hasOwners(tx))
  if (!isWhole) await distribute(tx, found.shards)
}

/** Moves all tables back to the coordinator, as if they had never been distributed. */
export async function gather(tx: SchemaTransaction): Promise<void> {
  await tx.lockWriters()
  await tx.script('set local client_min_messages = warning;')
  const placeOf = await placesOf(tx)
  // Includes all tables connected by foreign keys.
  for (const table of ['counters', 'migrations'])
    if (placeOf(table)) await tx.get`select undistribute_table(${table}, cascade_via_foreign_keys => true)`
  for (const { table, name, text } of await referencesTo(tx, ['owners']))
    await tx.script(`
      alter table ${table} drop constraint ${name};
      alter table ${table} add constraint ${name} ${text.replace(/ owners\(/, ' users(')};`)
  await dismissOwners(tx)
  for (const { text, isThere } of await findTriggers(tx)) if (!isThere) await tx.script(text)
}

async function requireNodes(tx: Reader): Promise<void> {
  const has = await tx.get<{
    citus: boolean
  }>`select to_regclass('pg_catalog.pg_dist_node') is not null as citus`
  if (!has?.citus)
    throw new CommandError(
      'This database has no shards: Citus is not installed in it. Run "create extension citus" in it, on the coordinator and on each worker, and tell the coordinator of the workers (citus_add_node).',
    )
  const nodes = await tx.get<{ coordinators: number; workers: number }>`
    select count(*) filter (where groupid = 0) as coordinators, count(*) filter (where shouldhaveshards) as workers
    from pg_dist_node where isactive`
  if (!nodes?.coordinators)
    throw new CommandError(
      'The coordinator does not know how the workers reach it. Run "select citus_set_coordinator_host(…)" with its host and port.',
    )
  if (!nodes.workers)
    throw new CommandError(
      'No node takes shards. Tell the coordinator of the workers: "select citus_add_node(…)".',
    )
}

type Place = 'shards' | 'each node' | 'coordinator'

async function placesOf(tx: Reader): Promise<(table: string) => Place | undefined> {
  const rows = await tx.all<{ name: string; method: string; model: string }>`
    select logicalrelid::regclass::text as name, partmethod::text as method, repmodel::text as model from pg_dist_partition`
  const places = new Map(
    rows.map(({ name, method, model }): [string, Place] => [
      name,
      method === 'h' ? 'shards' : model === 't' ? 'each node' : 'coordinator',
    ]),
  )
  return (table) => places.get(table)
}

/** The foreign keys of the tables with an owner. */
const referencesTo = (tx: Reader, tables: string[]) =>
  tx.all<{ table: string; name: string; text: string }>`
    select conrelid::regclass::text as "table", conname::text as name, pg_get_constraintdef(oid) as text from pg_constraint
    where contype = 'f' and conrelid::regclass::text in ${list(ofOwners)} and confrelid::regclass::text in ${list(tables)}`

async function findTriggers(tx: Reader) {
  const there = await tx.all<{
    name: string
  }>`select tgname::text as name from pg_trigger where not tgisinternal`
  const found = readMigrations('postgres').flatMap(({ sql }) => [
    ...sql.matchAll(/^create trigger (\w+) .*? on (\w+)\n[^;]*;/gm),
  ])
  return found.map(([text = '', name = '', table = '']) => {
    const isThere = there.some((one) => one.name === name)
    return { text, name, table, isThere }
  })
}
