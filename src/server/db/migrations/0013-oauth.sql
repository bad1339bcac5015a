-- beside: 0008-sent-links.sql
-- What a token was granted to by OAuth. Null for tokens that their owners created.
alter table api_tokens add column client_name text;
alter table api_tokens add column client_host text;
-- A hash of the `client_id`, because a registration is long: only that client can give the token back.
alter table api_tokens add column client_hash text;

-- A code is live until it has got its API token. Afterwards it is known for a while, as long as that token exists, so that whoever
-- sends it again revokes the token.
create table authorization_codes (
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
create index authorization_codes_by_token on authorization_codes (owner_id, token_id);
create index authorization_codes_by_expiry on authorization_codes (expires_at);
