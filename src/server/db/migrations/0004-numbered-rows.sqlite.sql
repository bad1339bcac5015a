-- `revision` is the number of the last change of the thing itself, `changed` that of any change that others can see: being
-- renumbered because a neighbour moved, or for a project, that its counts have changed. `counted` is the number at which
-- a card began to count in its project, or was completed or reopened, which changes the counts of the project: so a new card need
-- not write to it. What is there already is of number 1; an insert that names none has 0, and is refused below.
alter table projects add column revision integer not null default 0;
alter table projects add column changed integer not null default 0;
alter table statuses add column changed integer not null default 0;
alter table cards add column revision integer not null default 0;
alter table cards add column changed integer not null default 0;
alter table cards add column counted integer not null default 0;
update projects set revision = 1, changed = 1;
update statuses set changed = 1;
update cards set revision = 1, changed = 1, counted = 1;

-- Version 0.4.0 does not ask whether it knows the schema. Where an instance of it is still running, its changes would pass the
-- counter by, and no device would ever hear of them: so they fail. Every update of 0.4.0 sets `updated_at`; to renumber
-- cards we do not, and pay nothing for this.

create trigger cards_inserted_uncounted after insert on cards when new.changed = 0
begin select raise(abort, 'this change passes the counter by'); end;

create trigger cards_updated_uncounted after update of updated_at on cards when new.changed = old.changed
begin select raise(abort, 'this change passes the counter by'); end;

create trigger cards_deleted_uncounted after delete on cards
when exists (select 1 from users where id = old.owner_id)
  and not exists (select 1 from tombstones where owner_id = old.owner_id and id = old.id)
begin select raise(abort, 'this change passes the counter by'); end;

create trigger projects_inserted_uncounted after insert on projects when new.changed = 0
begin select raise(abort, 'this change passes the counter by'); end;

create trigger projects_updated_uncounted after update of updated_at on projects when new.changed = old.changed
begin select raise(abort, 'this change passes the counter by'); end;

create trigger projects_deleted_uncounted after delete on projects
when exists (select 1 from users where id = old.owner_id)
  and not exists (select 1 from tombstones where owner_id = old.owner_id and id = old.id)
begin select raise(abort, 'this change passes the counter by'); end;
