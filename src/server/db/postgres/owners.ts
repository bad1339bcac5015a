import type { Reader, Transaction } from '../database.ts'
import type { SchemaTransaction } from '../migrate.ts'

// Of a distributed database every node has the table `owners`: their ids alone, for the foreign keys of what is on its shards. It is
// written when an owner does something for the first time, and when they leave, so that signing in and out waits for no other node.

/** Whether there is such a table: only where the database is distributed. */
export async function hasOwners(db: Reader): Promise<boolean> {
  const found = await db.get<{ owners: string | null }>`select to_regclass('owners')::text as owners`
  return found?.owners != null
}

/** Before one node has something of theirs. Of several at the same time one succeeds, and the others clash. */
export async function makeOwner(db: Reader & Pick<Transaction, 'run'>, ownerId: string): Promise<void> {
  if (!(await hasOwners(db))) return
  const unknown = await db.get<{ id: string }>`
    select id from users where id = ${ownerId} and not exists (select 1 from owners where owners.id = users.id)`
  // Without a clause for conflicts, because Citus would carry out only one of those at a time.
  if (unknown) await db.run`insert into owners (id) values (${ownerId})`
}

/** Citus has no foreign key that would cascade from the coordinator to the nodes: a trigger does. Most of those who never signed in are not there. */
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
