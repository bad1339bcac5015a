-- Who is in. The token of a session is valid by its signature. Its row shows the session to its owner, and says when it was
-- ended; so a row stays until the token has expired.
create table sessions (
  owner_id text not null references users (id) on delete cascade,
  -- The `jti` of its token.
  id text not null,
  method text not null check (method in ('link', 'passkey')),
  client text,
  created_at text not null,
  expires_at text not null,
  ended_at text,
  primary key (owner_id, id)
) strict;
create index sessions_by_expiry on sessions (expires_at);

create table api_tokens (
  owner_id text not null references users (id) on delete cascade,
  id text not null,
  token_hash text not null unique,
  label text not null,
  scope text not null check (scope in ('capture', 'read', 'write')),
  created_at text not null,
  expires_at text,
  last_used_at text,
  primary key (owner_id, id)
) strict;

-- Tokens from before this version have no row. Those that were issued up to here have been ended.
alter table users add column sessions_cutoff text;
-- When a session, an API token or everything was last ended, and how often it was. Every instance asks for the latest, and forgets
-- whom it remembers of theirs.
alter table users add column access_ended_at text;
alter table users add column access_endings integer not null default 0;
create index users_by_ended_access on users (access_ended_at) where access_ended_at is not null;
-- The session that a change of address was asked for with. If its owner ends that session, the change is withdrawn.
alter table links add column asked_by text;
-- The owner has left. What they had goes in batches, so that nobody has to wait for it, and this row last.
alter table users add column left_at text;
create index users_left on users (left_at) where left_at is not null;

-- What belonged to someone who has left needs no tombstone.
drop trigger cards_deleted_uncounted;
create trigger cards_deleted_uncounted after delete on cards
when exists (select 1 from users where id = old.owner_id and left_at is null)
  and not exists (select 1 from tombstones where owner_id = old.owner_id and id = old.id)
begin select raise(abort, 'this change passes the counter by'); end;

drop trigger projects_deleted_uncounted;
create trigger projects_deleted_uncounted after delete on projects
when exists (select 1 from users where id = old.owner_id and left_at is null)
  and not exists (select 1 from tombstones where owner_id = old.owner_id and id = old.id)
begin select raise(abort, 'this change passes the counter by'); end;
