-- The schema of version 0.10.1, whose last migration had this name. So databases of 0.10.1 have it already, and what is older
-- has to be upgraded by 0.10.1 first.
--
-- Ids are UUIDv7 and times ISO 8601, both as text, and booleans are 0 or 1, so both engines store and compare them alike.
-- Every table names its owner, and every key that can begins with it: for isolation, for the index and for sharding.

create table users (
  id text not null primary key,
  email text not null unique,
  email_verified_at text,
  pending_email text,
  -- Throttled separately: otherwise a stranger who asks for sign-in links could block a change of address.
  verification_email_sent_at text,
  change_email_sent_at text,
  -- The user's id in authenticators. Random, so that it reveals nothing if it leaks.
  passkey_handle text not null,
  created_at text not null,
  -- Unused since every session has a row.
  sessions_cutoff text,
  -- When access was last ended, and how often. Instances poll for it, and forget the sessions that they remember.
  access_ended_at text,
  access_endings integer not null default 0,
  -- The owner has left. Their rows are deleted in batches, and this one last.
  left_at text,
  disabled_at text
) strict;
-- For the sweep.
create index users_unverified on users (verification_email_sent_at) where email_verified_at is null;
create index users_changing on users (change_email_sent_at) where pending_email is not null;
create index users_by_ended_access on users (access_ended_at) where access_ended_at is not null;
create index users_left on users (left_at) where left_at is not null;

create table links (
  token_hash text not null primary key,
  owner_id text not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('sign_in', 'change_address')),
  email text not null,
  created_at text not null,
  expires_at text not null,
  used_at text,
  -- The session that asked for a change of address. The change is withdrawn when that session is ended.
  asked_by text
) strict;
create index links_of_owner on links (owner_id, purpose);
create index links_by_expiry on links (expires_at);

-- Links to be sent. A row is deleted when the mail server has accepted the message, or with its link.
create table outbox (
  id text not null primary key,
  owner_id text not null references users (id) on delete cascade,
  token_hash text not null unique references links (token_hash) on delete cascade,
  -- The token is derived from this and a key that is not in the database.
  nonce text not null,
  attempts integer not null default 0,
  -- A sender keeps moving this ahead while it works on the row, so that a dead process lets it go.
  next_attempt_at text not null
) strict;
create index outbox_by_turn on outbox (next_attempt_at);
create index outbox_of_owner on outbox (owner_id);

create table passkeys (
  id text not null,
  owner_id text not null references users (id) on delete cascade,
  credential_id text not null unique,
  public_key text not null,
  sign_count integer not null,
  label text not null,
  transports text not null,
  backup_eligible integer not null check (backup_eligible in (0, 1)),
  synced integer not null check (synced in (0, 1)),
  created_at text not null,
  last_used_at text,
  primary key (owner_id, id)
) strict;

create table challenges (
  challenge text not null primary key,
  -- Null at sign-in, until the credential shows who it is.
  owner_id text references users (id) on delete cascade,
  purpose text not null check (purpose in ('registration', 'sign_in')),
  expires_at text not null,
  check ((purpose = 'registration') = (owner_id is not null))
) strict;
create index challenges_by_expiry on challenges (expires_at);
create index challenges_of_owner on challenges (owner_id);

create table projects (
  id text not null,
  owner_id text not null references users (id) on delete cascade,
  title text not null,
  created_at text not null,
  updated_at text not null,
  revision integer not null default 0,
  changed integer not null default 0,
  primary key (owner_id, id)
) strict;

create table statuses (
  id text not null,
  owner_id text not null,
  project_id text not null,
  name text not null,
  position integer not null,
  changed integer not null default 0,
  primary key (owner_id, project_id, id),
  foreign key (owner_id, project_id) references projects (owner_id, id) on delete cascade
) strict;

create table cards (
  id text not null,
  owner_id text not null references users (id) on delete cascade,
  project_id text,
  status_id text,
  text text not null,
  complete integer not null check (complete in (0, 1)),
  position integer not null check (position between 0 and 2147483647),
  created_at text not null,
  updated_at text not null,
  -- Numbers of changes: the last of the card itself, the last that others can see (it may only have been renumbered), and
  -- the last of what its project counts.
  revision integer not null default 0,
  changed integer not null default 0,
  counted integer not null default 0,
  primary key (owner_id, id),
  check ((project_id is null) = (status_id is null)),
  foreign key (owner_id, project_id, status_id) references statuses (owner_id, project_id, id) on delete restrict
) strict;
-- With `complete`, counting a project's cards never leaves the index.
create index cards_of_column on cards (owner_id, project_id, status_id, position, id, complete);
create index cards_changed on cards (owner_id, changed);

create view counted_projects as
select id, owner_id, title,
  (select count(*) from cards where cards.owner_id = projects.owner_id and cards.project_id = projects.id)
    as card_count,
  (select count(*) from cards where cards.owner_id = projects.owner_id and cards.project_id = projects.id and complete = 1)
    as completed_card_count,
  created_at, updated_at, revision, changed
from projects;

-- Every change of an owner's cards, projects and bin raises this number and holds the row until it is committed. So the row
-- is the owner's lock, and the numbers are in the order of the commits.
create table counters (
  owner_id text not null primary key references users (id) on delete cascade,
  seq integer not null default 0,
  -- Tombstones up to this number may be missing, so clients with an earlier one start over.
  oldest integer not null default 0,
  tombstones integer not null default 0,
  -- The owner's size, including the bin; bytes of text in UTF-8.
  cards integer not null default 0,
  bytes integer not null default 0
) strict, without rowid;

-- Deleted items, for clients that ask for changes.
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

-- Deleted items that can be restored. `item_id` is the deleted item: the row's own, or the project that it was in.
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
create index bin_in_order on bin (owner_id, seq);
create index bin_projects on bin (owner_id, seq) where kind = 'project';

-- Requests that were carried out, under the keys of their clients.
create table idempotency_keys (
  owner_id text not null references users (id) on delete cascade,
  key text not null,
  -- Sequence number of the key within its owner.
  number integer not null,
  -- A hash of method, path and body: the same key with another request is refused.
  request text not null,
  created_id text,
  created_at text not null,
  primary key (owner_id, key)
) strict;
create index idempotency_keys_in_order on idempotency_keys (owner_id, number);

-- A session's token is valid by its signature. The row shows the session to its owner and says when it was ended, so it
-- stays until the token has expired.
create table sessions (
  owner_id text not null references users (id) on delete cascade,
  -- The `jti` of its token.
  id text not null,
  method text not null check (method in ('link', 'passkey')),
  client text,
  created_at text not null,
  expires_at text not null,
  ended_at text,
  -- To within some minutes.
  last_used_at text,
  primary key (owner_id, id)
) strict;
create index sessions_by_expiry on sessions (expires_at);

create table api_tokens (
  owner_id text not null references users (id) on delete cascade,
  id text not null,
  token_hash text not null unique,
  label text not null,
  scope text not null check (scope in ('capture', 'read', 'write', 'calendar')),
  created_at text not null,
  expires_at text,
  last_used_at text,
  -- The program to which the token was granted by OAuth. Null for tokens that their owners created.
  client_name text,
  client_host text,
  -- A hash of the `client_id`, which may be long. Only that client can revoke the token.
  client_hash text,
  primary key (owner_id, id)
) strict;

-- When links were sent within the last hour, for their limits. Deleting an account does not reset them.
create table sent_links (
  -- A keyed hash of what is counted, which reveals nothing of a deleted account.
  subject text not null primary key,
  -- A list in JSON, in milliseconds, oldest first.
  times text not null,
  expires_at text not null
) strict;
create index sent_links_by_expiry on sent_links (expires_at);

-- A code is exchanged once for an API token. It is remembered as long as that token, because sending it again revokes it.
create table authorization_codes (
  owner_id text not null references users (id) on delete cascade,
  id text not null,
  code_hash text not null unique,
  -- The session that allowed it must still be open.
  session_id text not null,
  session_issued_at text not null,
  client_name text not null,
  client_host text,
  client_hash text not null,
  redirect_uri text not null,
  challenge text not null,
  scope text not null check (scope in ('capture', 'read', 'write')),
  expires_at text not null,
  token_id text,
  primary key (owner_id, id),
  foreign key (owner_id, token_id) references api_tokens (owner_id, id) on delete cascade
) strict;
create index authorization_codes_by_token on authorization_codes (owner_id, token_id);
create index authorization_codes_by_expiry on authorization_codes (expires_at);

-- Older instances may write beside a migration that is listed here if they know `beside` or a later migration.
create table side_by_side (
  migration text not null primary key references migrations (name) on delete cascade,
  beside text not null
) strict;

-- A server of 0.10.1 looks for all of its migrations. This one is the last of them.
insert into migrations (name) values
  ('0001-everything.sql'), ('0002-side-by-side.sql'), ('0003-counters.sql'), ('0004-numbered-rows.sql'),
  ('0005-revisions.sql'), ('0006-access.sql'), ('0007-limits.sql'), ('0008-sent-links.sql'), ('0009-disabled.sql'),
  ('0010-counts-of-an-owner.sql'), ('0011-session-use.sql'), ('0012-calendar-scope.sql');
