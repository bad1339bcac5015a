-- beside: 0013-oauth.sql
-- When an account was set back to an earlier state, such as by restoring a backup: devices then look for what was lost.
create table set_backs (
  owner_id text not null references users (id) on delete cascade,
  id text not null,
  -- The account's number in what came back, before the counter was advanced.
  seq integer not null,
  -- The same number; null if a device reported it, because then nobody knows how far the account was set back.
  from_seq integer,
  primary key (owner_id, id)
) strict;
