-- The schema of 0.10.1 on SQLite, as it is in its file.

CREATE TABLE migrations (name text not null primary key) strict;
CREATE TABLE users (
  id text not null primary key,
  email text not null unique,
  email_verified_at text,
  pending_email text,
  -- The two kinds of link are throttled apart: else a stranger asking for sign-in links could block a change of address.
  verification_email_sent_at text,
  change_email_sent_at text,
  -- What authenticators know the user by: random, so that it tells nothing if it leaks from one.
  passkey_handle text not null,
  created_at text not null
, sessions_cutoff text, access_ended_at text, access_endings integer not null default 0, left_at text, disabled_at text) strict;
CREATE INDEX users_unverified on users (verification_email_sent_at) where email_verified_at is null;
CREATE INDEX users_changing on users (change_email_sent_at) where pending_email is not null;
CREATE TABLE links (
  token_hash text not null primary key,
  owner_id text not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('sign_in', 'change_address')),
  email text not null,
  created_at text not null,
  expires_at text not null,
  used_at text
, asked_by text) strict;
CREATE INDEX links_of_owner on links (owner_id, purpose);
CREATE INDEX links_by_expiry on links (expires_at);
CREATE TABLE outbox (
  id text not null primary key,
  owner_id text not null references users (id) on delete cascade,
  token_hash text not null unique references links (token_hash) on delete cascade,
  -- The token is derived from this and a key that is not in the database.
  nonce text not null,
  attempts integer not null default 0,
  -- Whoever takes it in hand puts this ahead, and again and again until it is settled: a process that dies lets it go.
  next_attempt_at text not null
) strict;
CREATE INDEX outbox_by_turn on outbox (next_attempt_at);
CREATE INDEX outbox_of_owner on outbox (owner_id);
CREATE TABLE passkeys (
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
CREATE TABLE challenges (
  challenge text not null primary key,
  -- Null at sign-in: who it is shows only when the credential comes back.
  owner_id text references users (id) on delete cascade,
  purpose text not null check (purpose in ('registration', 'sign_in')),
  expires_at text not null,
  check ((purpose = 'registration') = (owner_id is not null))
) strict;
CREATE INDEX challenges_by_expiry on challenges (expires_at);
CREATE INDEX challenges_of_owner on challenges (owner_id);
CREATE TABLE projects (
  id text not null,
  owner_id text not null references users (id) on delete cascade,
  title text not null,
  created_at text not null,
  updated_at text not null, revision integer not null default 0, changed integer not null default 0,
  primary key (owner_id, id)
) strict;
CREATE TABLE statuses (
  id text not null,
  owner_id text not null,
  project_id text not null,
  name text not null,
  position integer not null, changed integer not null default 0,
  primary key (owner_id, project_id, id),
  foreign key (owner_id, project_id) references projects (owner_id, id) on delete cascade
) strict;
CREATE TABLE cards (
  id text not null,
  owner_id text not null references users (id) on delete cascade,
  project_id text,
  status_id text,
  text text not null,
  complete integer not null check (complete in (0, 1)),
  position integer not null check (position between 0 and 2147483647),
  created_at text not null,
  updated_at text not null, revision integer not null default 0, changed integer not null default 0, counted integer not null default 0,
  primary key (owner_id, id),
  check ((project_id is null) = (status_id is null)),
  -- Owner, project and status belong together, and a status with cards cannot go.
  foreign key (owner_id, project_id, status_id) references statuses (owner_id, project_id, id) on delete restrict
) strict;
CREATE INDEX cards_of_column on cards (owner_id, project_id, status_id, position, id, complete);
CREATE TABLE side_by_side (
  migration text not null primary key references migrations (name) on delete cascade,
  beside text not null
) strict;
CREATE TABLE counters (
  owner_id text not null primary key references users (id) on delete cascade,
  seq integer not null default 0,
  -- Tombstones up to this number may be missing: who asks for changes after an earlier one has to begin again.
  oldest integer not null default 0,
  -- How many there are, so that the oldest can go when there are too many.
  tombstones integer not null default 0
, cards integer not null default 0, bytes integer not null default 0) strict, without rowid;
CREATE TABLE tombstones (
  owner_id text not null references users (id) on delete cascade,
  id text not null,
  kind text not null check (kind in ('card', 'project')),
  seq integer not null,
  deleted_at text not null,
  primary key (owner_id, id)
) strict;
CREATE INDEX tombstones_in_order on tombstones (owner_id, seq);
CREATE INDEX tombstones_by_age on tombstones (deleted_at);
CREATE TABLE bin (
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
CREATE INDEX bin_items on bin (owner_id, item_id);
CREATE INDEX bin_by_age on bin (deleted_at);
CREATE TABLE idempotency_keys (
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
CREATE INDEX idempotency_keys_in_order on idempotency_keys (owner_id, number);
CREATE TRIGGER cards_inserted_uncounted after insert on cards when new.changed = 0
begin select raise(abort, 'this change passes the counter by'); end;
CREATE TRIGGER cards_updated_uncounted after update of updated_at on cards when new.changed = old.changed
begin select raise(abort, 'this change passes the counter by'); end;
CREATE TRIGGER projects_inserted_uncounted after insert on projects when new.changed = 0
begin select raise(abort, 'this change passes the counter by'); end;
CREATE TRIGGER projects_updated_uncounted after update of updated_at on projects when new.changed = old.changed
begin select raise(abort, 'this change passes the counter by'); end;
CREATE INDEX cards_changed on cards (owner_id, changed);
CREATE VIEW counted_projects as
select id, owner_id, title,
  (select count(*) from cards where cards.owner_id = projects.owner_id and cards.project_id = projects.id)
    as card_count,
  (select count(*) from cards where cards.owner_id = projects.owner_id and cards.project_id = projects.id and complete = 1)
    as completed_card_count,
  created_at, updated_at, revision, changed
from projects;
CREATE TABLE sessions (
  owner_id text not null references users (id) on delete cascade,
  -- The `jti` of its token.
  id text not null,
  method text not null check (method in ('link', 'passkey')),
  client text,
  created_at text not null,
  expires_at text not null,
  ended_at text, last_used_at text,
  primary key (owner_id, id)
) strict;
CREATE INDEX sessions_by_expiry on sessions (expires_at);
CREATE INDEX users_by_ended_access on users (access_ended_at) where access_ended_at is not null;
CREATE INDEX users_left on users (left_at) where left_at is not null;
CREATE TRIGGER cards_deleted_uncounted after delete on cards
when exists (select 1 from users where id = old.owner_id and left_at is null)
  and not exists (select 1 from tombstones where owner_id = old.owner_id and id = old.id)
begin select raise(abort, 'this change passes the counter by'); end;
CREATE TRIGGER projects_deleted_uncounted after delete on projects
when exists (select 1 from users where id = old.owner_id and left_at is null)
  and not exists (select 1 from tombstones where owner_id = old.owner_id and id = old.id)
begin select raise(abort, 'this change passes the counter by'); end;
CREATE INDEX bin_in_order on bin (owner_id, seq);
CREATE INDEX bin_projects on bin (owner_id, seq) where kind = 'project';
CREATE TABLE sent_links (
  -- A keyed hash of what is counted: nothing of an account that was deleted can be read here.
  subject text not null primary key,
  -- A list in JSON, in milliseconds, oldest first.
  times text not null,
  -- From then on none of them counts any more.
  expires_at text not null
) strict;
CREATE INDEX sent_links_by_expiry on sent_links (expires_at);
CREATE TABLE "api_tokens" (
  owner_id text not null references users (id) on delete cascade,
  id text not null,
  token_hash text not null unique,
  label text not null,
  scope text not null check (scope in ('capture', 'read', 'write', 'calendar')),
  created_at text not null,
  expires_at text,
  last_used_at text, client_name text, client_host text, client_hash text,
  primary key (owner_id, id)
) strict;
CREATE TABLE authorization_codes (
  owner_id text not null references users (id) on delete cascade,
  -- In the order in which they were issued.
  id text not null,
  code_hash text not null unique,
  -- The session that allowed it, which must still be open. Sessions of former versions have no row, only a time.
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
CREATE INDEX authorization_codes_by_token on authorization_codes (owner_id, token_id);
CREATE INDEX authorization_codes_by_expiry on authorization_codes (expires_at);
insert into migrations values
  ('0001-everything.sql'),
  ('0002-side-by-side.sql'),
  ('0003-counters.sql'),
  ('0004-numbered-rows.sql'),
  ('0005-revisions.sql'),
  ('0006-access.sql'),
  ('0007-limits.sql'),
  ('0008-sent-links.sql'),
  ('0009-disabled.sql'),
  ('0010-counts-of-an-owner.sql'),
  ('0011-session-use.sql'),
  ('0012-calendar-scope.sql'),
  ('0013-oauth.sql');
insert into side_by_side values
  ('0008-sent-links.sql', '0005-revisions.sql'),
  ('0009-disabled.sql', '0008-sent-links.sql'),
  ('0010-counts-of-an-owner.sql', '0008-sent-links.sql'),
  ('0011-session-use.sql', '0008-sent-links.sql'),
  ('0012-calendar-scope.sql', '0008-sent-links.sql'),
  ('0013-oauth.sql', '0008-sent-links.sql');
