import { CommandError } from '../../common/command-error.ts'
import { findNews } from '../counters.ts'
import {
  type Database,
  DatabaseUnavailable,
  type News,
  type OwnerSeq,
  type Reader,
  type Transaction,
} from '../database.ts'
import type { SchemaTransaction } from '../migrate.ts'
import { list, table } from '../values.ts'

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
 *
 * `owners` has only ids, for the foreign keys of the rows on the shards. A row is inserted by an owner's first
 * change and deleted with their account, so that signing in and out waits for no other node.
 */
const onEachNode = ['migrations', 'side_by_side', 'owners']

/** True if the database is distributed. */
async function hasOwners(db: Reader): Promise<boolean> {
  const found = await db.get<{ owners: string | null }>`select to_regclass('owners')::text as owners`
  return found?.owners != null
}

/**
 * Call it before an owner's first row on a node. If several do at the same time, one succeeds and the others
 * clash.
 */
export async function makeOwner(db: Reader & Pick<Transaction, 'run'>, ownerId: string): Promise<void> {
  if (!(await hasOwners(db))) return
  const unknown = await db.get<{ id: string }>`
    select id from users where id = ${ownerId} and not exists (select 1 from owners where owners.id = users.id)`
  // Without `on conflict`, because Citus would run such statements one at a time.
  if (unknown) await db.run`insert into owners (id) values (${ownerId})`
}

interface Distribution {
  /** Nodes with shards. */
  nodes: number
  shards: number
  tables: string[]
}

/** Undefined if the database is not distributed. */
export async function findDistribution(db: Reader): Promise<Distribution | undefined> {
  if (!(await hasOwners(db))) return undefined
  const tables = await db.all<{ name: string }>`
    select logicalrelid::regclass::text as name from pg_dist_partition where partmethod = 'h' order by 1`
  const spread = await db.get<{ shards: number; nodes: number }>`
    select count(distinct shardid) as shards, count(distinct groupid) as nodes
    from pg_dist_shard join pg_dist_placement using (shardid) where logicalrelid = 'counters'::regclass`
  return { nodes: 0, shards: 0, ...spread, tables: tables.map(({ name }) => name) }
}

/** Distributes the tables that aren't distributed yet, all or none. Writers wait meanwhile. */
export async function distribute(tx: SchemaTransaction, shards: number): Promise<void> {
  await requireCitus(tx)
  await tx.lockWriters()
  await tx.script(`
    set local client_min_messages = warning;
    set local citus.multi_shard_modify_mode = 'sequential';
    set local citus.shard_count = ${shards};`)
  const placed = await placedTables(tx)
  const missing = ofOwners.filter((table) => !placed.has(table))
  // A table can't be distributed while an undistributed table refers to it, or while it refers to one that is
  // only on the coordinator.
  const references = await referencesTo(tx, [...missing, 'users'])
  for (const { table, name } of references) await tx.script(`alter table ${table} drop constraint ${name};`)
  // Citus has no foreign keys that cascade from the coordinator to the nodes, so a trigger deletes the rows.
  // Most accounts that never signed in have no row.
  if (!placed.has('owners'))
    await tx.script(`
      create table owners (id text not null primary key references users (id));
      insert into owners (id) select id from users;
      create function forget_owner() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from owners where id = old.id) then
          delete from owners where id = old.id;
        end if;
        return old;
      end $$;
      create trigger forget_owner before delete on users for each row execute function forget_owner();`)
  for (const table of onEachNode)
    if (!placed.has(table)) await tx.get`select create_reference_table(${table})`
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
  if (found && !ofOwners.every((table) => found.tables.includes(table))) await distribute(tx, found.shards)
}

/** Moves all tables back to the coordinator, as if they had never been distributed. */
export async function gather(tx: SchemaTransaction): Promise<void> {
  await tx.lockWriters()
  await tx.script('set local client_min_messages = warning;')
  const placed = await placedTables(tx)
  // Includes all tables connected by foreign keys.
  for (const table of ['counters', 'migrations'])
    if (placed.has(table)) await tx.get`select undistribute_table(${table}, cascade_via_foreign_keys => true)`
  for (const { table, name, text } of await referencesTo(tx, ['owners']))
    await tx.script(`
      alter table ${table} drop constraint ${name};
      alter table ${table} add constraint ${name} ${text.replace(/ owners\(/, ' users(')};`)
  await tx.script(`
    drop trigger if exists forget_owner on users;
    drop function if exists forget_owner();
    drop table if exists owners;`)
}

/** Whatever else is missing, such as nodes, Citus says itself. */
async function requireCitus(tx: Reader): Promise<void> {
  const has = await tx.get<{ citus: boolean }>`
    select to_regclass('pg_catalog.pg_dist_node') is not null as citus`
  if (!has?.citus)
    throw new CommandError(
      'This database has no shards: Citus is not installed in it. Run "create extension citus" in it, on the coordinator and on each worker, and tell the coordinator of the workers (citus_add_node).',
    )
}

/** The tables that are in shards or on each node. */
async function placedTables(tx: Reader): Promise<Set<string>> {
  const rows = await tx.all<{ name: string }>`
    select logicalrelid::regclass::text as name from pg_dist_partition where partmethod = 'h' or repmodel = 't'`
  return new Set(rows.map(({ name }) => name))
}

/** The foreign keys of the tables with an owner. */
const referencesTo = (tx: Reader, tables: string[]) =>
  tx.all<{ table: string; name: string; text: string }>`
    select conrelid::regclass::text as "table", conname::text as name, pg_get_constraintdef(oid) as text from pg_constraint
    where contype = 'f' and conrelid::regclass::text in ${list(ofOwners)} and confrelid::regclass::text in ${list(tables)}`

/**
 * On a distributed database, each shard is queried for its own owners. If one query named owners of several
 * shards, Citus would send all of them to every shard, and fetch every counter for the join. It can derive the
 * shard from an array, but not from the sub-select of `list`.
 */
export const findNewsByShard =
  (db: Reader): Database['news'] =>
  async (known) => {
    if (!(await hasOwners(db))) return await findNews(db, known)
    const located = await db.all<OwnerSeq & { shard: number }>`
      select owner_id, seq, get_shard_id_for_distribution_column('counters', owner_id) as shard
      from ${table(known, { owner_id: 'text', seq: 'integer' })} as known`
    const news: News[] = []
    for (const some of Map.groupBy(located, ({ shard }) => shard).values()) {
      const ids = `{${some.map(({ owner_id }) => owner_id).join()}}`
      try {
        const found = await db.all<OwnerSeq>`
          select owner_id, seq from counters where owner_id = any(${ids}::text[])`
        const present = new Map(found.map(({ owner_id, seq }) => [owner_id, seq]))
        for (const { owner_id, seq } of some)
          if (present.get(owner_id) !== seq) news.push({ owner_id, seq: present.get(owner_id) ?? null })
      } catch (error) {
        // The others need not wait until this node is back.
        if (!(error instanceof DatabaseUnavailable)) throw error
      }
    }
    return news
  }
