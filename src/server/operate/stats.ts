import { statSync } from 'node:fs'
import { type Clock, iso } from '../common/clock.ts'
import type { Config } from '../config/config.ts'
import type { Reader } from '../db/database.ts'

interface Stats {
  /** `verified` are those that `users list` lists. */
  accounts: { all: number; verified: number; disabled: number; unverified: number }
  things: { projects: number; cards: number; in_bin: number; text_bytes: number }
  access: { sessions: number; passkeys: number; api_tokens: number }
  mail_waiting: number
  /**
   * SQLite only: `log` is the size of the write-ahead log, and `free` the space that deleted rows have left
   * in the file.
   */
  bytes: { database: number; log?: number; free?: number }
  largest: { email: string; cards: number; bytes: number }[]
}

/** Reads everything, which takes a while on a large database. */
export async function readStats(db: Reader, database: Config['database'], clock: Clock): Promise<Stats> {
  const accounts = await db.get<Stats['accounts']>`
    select count(*) as "all", count(email_verified_at) as verified, count(disabled_at) as disabled,
      count(*) - count(email_verified_at) as unverified
    from users where left_at is null`
  const things = await db.get<Stats['things']>`
    select (select count(*) from projects) as projects, (select count(*) from cards) as cards,
      (select count(*) from bin where kind = 'card') as in_bin,
      (select coalesce(sum(bytes), 0) from counters) as text_bytes`
  const access = await db.get<Stats['access']>`
    select (select count(*) from sessions where ended_at is null and expires_at > ${iso(clock.now())}) as sessions,
      (select count(*) from passkeys) as passkeys, (select count(*) from api_tokens) as api_tokens`
  const mail = await db.get<{ waiting: number }>`select count(*) as waiting from outbox`
  const largest = await db.all<Stats['largest'][number]>`
    select email, cards, bytes from counters join users on users.id = owner_id
    where left_at is null and bytes > 0 order by bytes desc, email limit 5`
  if (!accounts || !things || !access) throw new Error('the database returned no counts')
  return {
    accounts,
    things: { ...things, text_bytes: Number(things.text_bytes) },
    access,
    mail_waiting: mail?.waiting ?? 0,
    bytes: database.engine === 'sqlite' ? await bytesOfFile(db, database.file) : await bytesOnServer(db),
    largest,
  }
}

async function bytesOfFile(db: Reader, file: string): Promise<Stats['bytes']> {
  // The file may be incomplete, with the rest in the write-ahead log.
  const pages = await db.get<{ database: number; free: number }>`
    select page_count * page_size as "database", freelist_count * page_size as free
    from pragma_page_count(), pragma_freelist_count(), pragma_page_size()`
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  return { database: pages?.database ?? 0, log, free: pages?.free ?? 0 }
}

async function bytesOnServer(db: Reader): Promise<Stats['bytes']> {
  const row = await db.get<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  return { database: row?.bytes ?? 0 }
}
