import { newest } from './later-migrations.ts'

export const fields = `
  id text not null primary key, email text not null unique, email_verified_at text, pending_email text,
  verification_email_sent_at text, change_email_sent_at text, passkey_handle text not null, created_at text not null,
  sessions_cutoff text, access_ended_at text, access_endings integer not null default 0, left_at text,
  disabled_at text`
const names = fields.replaceAll(/ (?:text|integer)( not null)?( primary key| unique| default 0)?/g, '')

export const ofTheFeed = ['counters', 'set_backs', 'tombstones', 'bin', 'idempotency_keys']
export const ofAccess = ['sessions', 'api_tokens']

export const rebuildUsers = {
  '9998-rebuild-users.sqlite.sql': `-- beside: ${newest}
    create table rebuilt (${fields}, nickname text) strict;
    insert into rebuilt (${names}) select ${names} from users;
    drop table users;
    alter table rebuilt rename to users;
    create index users_unverified on users (verification_email_sent_at) where email_verified_at is null;
    create index users_changing on users (change_email_sent_at) where pending_email is not null;`,
  '9998-rebuild-users.postgres.sql': `
-- beside: ${newest}
    create table rebuilt (${fields}, nickname text);
    insert into rebuilt (${names}) select ${names} from users;
    drop table users cascade;
    alter table rebuilt rename to users;
    create index users_unverified on users (verification_email_sent_at) where email_verified_at is null;
    create index users_changing on users (change_email_sent_at) where pending_email is not null;
    ${['links', 'outbox', 'passkeys', 'challenges', 'projects', 'cards', ...ofTheFeed, ...ofAccess]
      .map(
        (table) => `alter table ${table} add foreign key (owner_id) references users (id) on delete cascade;`,
      )
      .join('\n')}`,
}
