-- Identifiers are UUIDv7 and times ISO 8601, both as text; truth is 0 or 1. So both engines store and compare them alike.
-- Every table names its owner, and every key that can starts with the owner: that is the isolation, the index,
-- and the sharding key of a distributed database.

create table users (
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
) strict;
-- For the sweep, which must not read through everyone to find the few that nobody came back for.
create index users_unverified on users (verification_email_sent_at) where email_verified_at is null;
create index users_changing on users (change_email_sent_at) where pending_email is not null;

create table links (
  token_hash text not null primary key,
  owner_id text not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('sign_in', 'change_address')),
  email text not null,
  created_at text not null,
  expires_at text not null,
  used_at text
) strict;
create index links_of_owner on links (owner_id, purpose);
create index links_by_expiry on links (expires_at);

-- The order to send a link. It goes when the mail server has taken the message, or with its link.
create table outbox (
  id text not null primary key,
  owner_id text not null references users (id) on delete cascade,
  token_hash text not null unique references links (token_hash) on delete cascade,
  -- The token is derived from this and a key that is not in the database.
  nonce text not null,
  attempts integer not null default 0,
  -- Whoever takes it in hand puts this ahead, and again and again until it is settled: a process that dies lets it go.
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
  -- Null at sign-in: who it is shows only when the credential comes back.
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
  primary key (owner_id, id)
) strict;

create table statuses (
  id text not null,
  owner_id text not null,
  project_id text not null,
  name text not null,
  position integer not null,
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
  primary key (owner_id, id),
  check ((project_id is null) = (status_id is null)),
  -- Owner, project and status belong together, and a status with cards cannot go.
  foreign key (owner_id, project_id, status_id) references statuses (owner_id, project_id, id) on delete restrict
) strict;
-- A column in its order; with `complete`, counting a project's cards never leaves the index.
create index cards_of_column on cards (owner_id, project_id, status_id, position, id, complete);

create view counted_projects as
select id, owner_id, title,
  (select count(*) from cards where cards.owner_id = projects.owner_id and cards.project_id = projects.id)
    as card_count,
  (select count(*) from cards where cards.owner_id = projects.owner_id and cards.project_id = projects.id and complete = 1)
    as completed_card_count,
  created_at, updated_at
from projects;
