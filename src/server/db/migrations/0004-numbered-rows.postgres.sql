-- `revision` is the number of the last change of the thing itself, `changed` that of any change that others can see: being
-- renumbered because a neighbour moved, or for a project, that its counts have changed. `counted` is the number at which
-- a card began to count in its project, or was completed or reopened, which changes the counts of the project: so a new card need
-- not write to it. What is there already is of number 1; an insert that names none has 0, and is refused below.
-- Adding them with one default and then giving them another writes no row.
alter table projects add column revision integer not null default 1;
alter table projects alter column revision set default 0;
alter table projects add column changed integer not null default 1;
alter table projects alter column changed set default 0;
alter table statuses add column changed integer not null default 1;
alter table statuses alter column changed set default 0;
alter table cards add column revision integer not null default 1;
alter table cards alter column revision set default 0;
alter table cards add column changed integer not null default 1;
alter table cards alter column changed set default 0;
alter table cards add column counted integer not null default 1;
alter table cards alter column counted set default 0;

-- Version 0.4.0 does not ask whether it knows the schema. Where an instance of it is still running, its changes would pass the
-- counter by, and no device would ever hear of them: so they fail. Every update of 0.4.0 sets `updated_at`; to renumber
-- cards we do not, and pay nothing for this.

create function refuse_uncounted() returns trigger language plpgsql as $$
begin
  raise exception 'this change passes the counter by';
end $$;

create function refuse_uncounted_deletion() returns trigger language plpgsql as $$
begin
  if exists (select 1 from users where id = old.owner_id)
    and not exists (select 1 from tombstones where owner_id = old.owner_id and id = old.id)
  then raise exception 'this change passes the counter by';
  end if;
  return old;
end $$;

create trigger cards_inserted_uncounted before insert on cards
for each row when (new.changed = 0) execute function refuse_uncounted();
create trigger cards_updated_uncounted before update of updated_at on cards
for each row when (new.changed = old.changed) execute function refuse_uncounted();
create trigger cards_deleted_uncounted before delete on cards
for each row execute function refuse_uncounted_deletion();

create trigger projects_inserted_uncounted before insert on projects
for each row when (new.changed = 0) execute function refuse_uncounted();
create trigger projects_updated_uncounted before update of updated_at on projects
for each row when (new.changed = old.changed) execute function refuse_uncounted();
create trigger projects_deleted_uncounted before delete on projects
for each row execute function refuse_uncounted_deletion();

-- Room in every page for the next version of its rows: no index mentions what changes in them, so PostgreSQL reuses the
-- space of the last version at once.
alter table counters set (fillfactor = 50);
