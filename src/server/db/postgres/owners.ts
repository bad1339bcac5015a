import type { Reader, Transaction } from '../database.ts'
import type { SchemaTransaction } from '../migrate.ts'

// On a distributed database, every node has the table `owners`: only ids, for the foreign keys of the rows on
// its shards. A row is inserted by an owner's first change and deleted with their account, so that signing in
// and out waits for no other node.

/** True if the database is distributed. */
export async function hasOwners(db: Reader): Promise<boolean> {
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

/**
 * Citus has no foreign keys that cascade from the coordinator to the nodes, so a trigger deletes the rows.
 * Most accounts that never signed in have no row.
 */
export async function introduceOwners(tx: SchemaTransaction): Promise<void> {
  if (await hasOwners(tx)) return
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
}

export const dismissOwners = (tx: SchemaTransaction) =>
  tx.script(`
    drop trigger if exists forget_owner on users;
    drop function if exists forget_owner();
    drop table if exists owners;`)
