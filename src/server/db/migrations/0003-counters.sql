-- One row for each owner. Every change of an owner's cards, projects and bin raises the number in it, and holds the row
-- until it is committed: so the row is the owner's lock, and the numbers are in the order of the commits.
create table counters (
  owner_id text not null primary key references users (id) on delete cascade,
  seq integer not null default 0,
  -- Tombstones up to this number may be missing: who asks for changes after an earlier one has to begin again.
  oldest integer not null default 0,
  -- How many there are, so that the oldest can go when there are too many.
  tombstones integer not null default 0
) strict, without rowid;
-- What is there already is of number 1.
insert into counters (owner_id, seq) select id, 1 from users;

-- What was deleted, for those who ask for changes.
create table tombstones (
  owner_id text not null references users (id) on delete cascade,
  id text not null,
  kind text not null check (kind in ('card', 'project')),
  seq integer not null,
  deleted_at text not null,
  primary key (owner_id, id)
) strict;
create index tombstones_in_order on tombstones (owner_id, seq);
create index tombstones_by_age on tombstones (deleted_at);

-- What was deleted and can be restored. `item_id` is what was deleted: the thing itself, or the project that it was in.
create table bin (
  owner_id text not null references users (id) on delete cascade,
  item_id text not null,
  id text not null,
  kind text not null check (kind in ('card', 'project', 'status')),
  -- The text of a card, the title of a project, the name of a status.
  text text not null,
  project_id text,
  status_id text,
  complete integer not null default 0 check (complete in (0, 1)),
  position integer not null default 0,
  created_at text not null,
  seq integer not null,
  deleted_at text not null,
  primary key (owner_id, id)
) strict;
create index bin_items on bin (owner_id, item_id);
create index bin_by_age on bin (deleted_at);

-- Requests that were carried out, each under the key that its client gave it.
create table idempotency_keys (
  owner_id text not null references users (id) on delete cascade,
  key text not null,
  -- The how-manieth key of its owner it is.
  number integer not null,
  -- A hash of method, path and body: another request with the same key is a mistake of the client.
  request text not null,
  -- What it created, if it created something.
  created_id text,
  created_at text not null,
  primary key (owner_id, key)
) strict;
create index idempotency_keys_in_order on idempotency_keys (owner_id, number);
