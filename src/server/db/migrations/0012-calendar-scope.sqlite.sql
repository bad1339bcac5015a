-- beside: 0008-sent-links.sql
-- The scope of the token in the address of a calendar. Older versions refuse it everywhere.
create table rebuilt (
  owner_id text not null references users (id) on delete cascade,
  id text not null,
  token_hash text not null unique,
  label text not null,
  scope text not null check (scope in ('capture', 'read', 'write', 'calendar')),
  created_at text not null,
  expires_at text,
  last_used_at text,
  primary key (owner_id, id)
) strict;
insert into rebuilt (owner_id, id, token_hash, label, scope, created_at, expires_at, last_used_at)
select owner_id, id, token_hash, label, scope, created_at, expires_at, last_used_at from api_tokens;
drop table api_tokens;
alter table rebuilt rename to api_tokens;
