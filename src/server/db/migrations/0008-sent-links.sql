-- beside: 0005-revisions.sql
-- When links were sent within the last hour, for the limits on them. Apart from the accounts, so that nobody begins anew
-- because an account was deleted.
create table sent_links (
  -- A keyed hash of what is counted: nothing of an account that was deleted can be read here.
  subject text not null primary key,
  -- A list in JSON, in milliseconds, oldest first.
  times text not null,
  -- From then on none of them counts any more.
  expires_at text not null
) strict;
create index sent_links_by_expiry on sent_links (expires_at);
